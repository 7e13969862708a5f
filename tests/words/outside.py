#!/usr/bin/env python3
"""What is English in texts of the pseudo-language (words.py pseudo), whose own words have an accent on every letter.

  outside.py FILE...     prints every such word with the line that has it; 1 where there is one
                         of a window's log (--log) the lines `reads text=`, else every line
"""
import html
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Written like this in every language:
NAMES = """
Radixscope radixscope CUDA NVIDIA CPU GPU CUB Thrust NCCL NVLink JSON CSV SVG PNG PDF HTML WebP webp br Markdown GIFT UTF PMPP Moodle Kogge Stone Brent Kung Blelloch svg png pdf json common scatter
English kB MB GB TB KiB MiB GiB ms MHz GKey MKey kKey lg dec hex bin
Ctrl Shift Alt Home End Page PageUp PageDown Left Right Up Down Space Enter Return Tab Esc Escape Delete
""".split()
# No name, although something is called so
SMALL = set("""
a about across add after again all and are as at before behind beside by down each even every for from if in is it less make many
more most names no none not of off on once only or other out over own than that the then there this through to too two up what which
with without writes wrong
""".split())
# … and what nobody translates: what stands in quotes, options, files and addresses, placeholders in capitals, names in code
NO_WORDS = re.compile(r"radixscope time .*|Kogge–\w*…|“[^”]*”?|^[^“”]*;”|‘[^’]*’|'[^' ]*'|`[^`]*`|(?<![A-Za-z])--?[a-z][a-z-]*|https?:\S+|(?<!\w)[\w.+/~-]*/[\w.+/~-]*"
                      r"|#[a-z]+|[\w+-]+\.(cuh?|hpp|h|jsonl?|svg|png|pdf|html|csv|txt|sh|po|so|otf|ttf)\b"
                      r"|\[?[\w…-]+(\|[\w…-]+)+\]?|[A-Za-z]+\w*-\w+-\w+|\w*(_|::)[\w:]*|\b[A-Z][A-Z0-9]+\b|\b\d\w*|&[a-z]+;")
WORD = re.compile(r"(?<!\w)[A-Za-z]{2,}(?!\w)")


def names_of_program(program, verbs=None):
    """What commands, settings, sorts, figures, faults and source files are called: of the program itself."""
    names = set()
    for verb in verbs or ("commands", "settings", "faults", "lesson list", "options", "options trace", "options time", "options figure",
                 "options calculate", "options judge", "trace --keys 1 --sort ?", "trace --preset ?", "time --beside ?",
                 "time --distribution ?", "figure --preset chapter --out a.svg --figure ?", "--do dialog=?", "--do seek=?"):
        done = subprocess.run([program] + [word.replace("=", " ") for word in verb.split()], capture_output=True, text=True,
                              env=dict(os.environ, RADIXSCOPE_LANGUAGE="en"))
        for line in (done.stdout + done.stderr).splitlines():
            names.update(re.findall(r"[A-Za-z0-9]+", re.split(r"  +[A-Z]|;  |  |; default", line.partition("choose ")[2] or
                                                              line.partition("; use ")[2] or line)[0]) if line[:1] != " " else ())
            names.update(re.findall(r"^  ([a-z0-9]+): ", line))   # values of a setting
    for folder, _, files in os.walk(os.path.join(TOP, "kernels")):
        names.update(part for file in files if file.endswith((".cu", ".cuh")) for part in re.findall("[A-Za-z]+", file))
        names.add(os.path.basename(folder))
        for file in files:
            if file.endswith("_arrays.hpp"):
                with open(os.path.join(folder, file), encoding="utf-8") as lines:
                    names.update(re.findall(r'\{\s*"([a-z]+)"', lines.read()))
    return names - SMALL | {"on", "off", "none", "all", "less", "auto"}


def english_in(line, names=()):
    line = NO_WORDS.sub(" ", line)
    return [word for word in WORD.findall(line) if word not in NAMES and word not in names]


def texts_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if path.endswith((".html", ".svg")):
        text = re.sub(r"<(style|script|code|kbd|pre)\b.*?</\1>", "", text, flags=re.S)
        spoken = re.findall(r'(?:title|aria-label|alt|placeholder)="([^"]*)"', text)
        return [html.unescape(each) for each in re.sub(r"<[^>]*>", "\n", text).split("\n") + spoken]
    if path.endswith(".log"):
        return re.findall(r" reads text='(.*)'$", text, re.M)
    return text.split("\n")


def main(paths):
    found, program = {}, os.environ.get("RADIXSCOPE")
    names = names_of_program(program, ["trace --keys 1 --sort ?", "options calculate"]) if program else set()
    for path in paths:
        for line in texts_of(path):
            for word in english_in(line, names):
                found.setdefault(line.strip(), (os.path.basename(path), []))[1].append(word)
    for line, (path, words) in found.items():
        print("%s: %s | %s" % (path, " ".join(words), line[:300]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
