#!/usr/bin/env python3
"""What the program prints and writes is in the catalogue: in the pseudo-language every word of it has an accent on each letter
(outside.py). Help, lists, transcripts, handouts, pages, pictures, question sheets, exams, tables of times, refusals.

  pseudo_outputs.py PROGRAM
"""
import os
import re
import subprocess
import sys
import tempfile

import outside

# The arguments, and what of the output is not looked at: names where they stand in a column of names.
COLUMN = r"(?m)^ *[a-z_]+( [^⟦\n]*)?(?=⟦)|\[[^⟦⟧\n]*\]$|  +[A-Z][\w+ ]*$|^\| `.*?` \|| \| [^⟦⟧|]* \|$"
HEAD = r"\A.*"
CODE = r"`[^`]*`"
LISTS = ["--help", "commands", "commands --markdown", "options", "options trace", "options time --markdown"]
WORDS = ["settings", "settings --markdown", "lesson list", "lesson check 13.4", "engines", "judge --about", "calculate",
         "calculate --bits 31 --radix 5", "trace --preset chapter --sort 5", "trace --preset income_then_age --sort one_sweep_tiles",
         "questions --preset chapter", "questions --preset chapter --format gift", "questions --exam 13",
         "questions --exam 13 --format gift", "figure --preset chapter --format text --out -",
         "steps --preset chapter --format text --out -", "--do table=markdown", "--do tradeoff_table=markdown", "--do copy_state",
         "--do tradeoff=1024;tradeoff_table=markdown", "--do compare=radix;table=markdown", "--do calculator;text=-",
         "--do timing_recorded=pairs;text=-", "--do compare=methods;text=-",
         "time --engine cpu --sorts one_bit --beside std_sort --n 2^10 --samples 3 --seconds 0 --table"]
HELPS = ["trace", "figure", "steps", "time", "judge", "exercise", "calculate", "lesson", "lesson html", "questions", "kernel", "faults",
         "settings", "commands", "engines", "doctor", "options"]
FILES = ["figure --preset chapter --out figure.svg", "figure --preset chapter --out figure.html", "steps --preset eight --out steps.html",
         "lesson html 13.4 --out lesson.html", "lesson html 13.7 --notes --out notes.html", "--do compare=radix;html=compare.html",
         "--do timing_recorded=u32;svg=times.svg", "--do timing_recorded=u32;timing_page=next;svg=times2.svg",
         "--do tradeoff=1024;svg=tradeoff.svg", "--do calculator;svg=calculator.svg", "--do seek=scatter;figure=memory;svg=memory.svg"]
REFUSALS = """
trace --keys 12,3,frog|trace --keys 12,3,6,9,19 --bits 4|trace --keys 4294967296|trace --keys 1.5.2 --type float|trace --keys -9x --type signed
trace --keys ab1 --type text --bits 32|trace --keys 1:2:3 --second-bits 3|trace --keys 1:9 --second-bits 3|trace --keys 1 --second-bits 3
trace --keys 1:2|trace --keys 1,2 --values 1|trace --keys 1 --values frog|trace --keys 1 --bits 33|trace --keys 1 --bits 30 --second-bits 3
trace --keys 1 --bits 16 --type float|trace --keys a --bits 9 --type text|trace --keys 1 --second-bits 3 --type text --bits 8
trace --keys 1 --sort lists_by_thread --list-merge reduction --lists 3|trace --keys 1 --sort merge_tiled --tile 3 --block 8
trace --keys 1 --block 1024 --keys-per-thread 32 --sort coarse|trace --keys 1 --seed x|trace --keys 1 --sort frog|trace --keys 1 --engine gpu
trace --keys 1,2 --compare-by ones_then_value|trace --keys 1:0 --second-bits 2 --sort merge_serial --compare-by fraction
trace --keys 1 --thread-order random|trace --keys 1 --engine cuda --block-order reverse|trace --preset frog|trace --keys 1 --out .
trace|trace --keys 1 --preset chapter|frog|trace --frog|trace --keys|trace --keys 1 --keys 2|trace --sort merge_path --tile 3 --keys 1
trace --fault frog|trace --keys 1 --edition 9|trace --keys 1 --values 1 --sort network_global
trace --preset hundred --sort digits --radix 8 --block 1|--state radixscope:1/bits=99 --do copy_state|--session no_such.json --do copy_state
--do fly|--do seek=scatter --window --width 10|--do keys=99;bits=4;next|--do block=0;next|--do open=no/such/file|--do preset=frog
--do seek=frog|--do seek=pass=9|--do sort=lists_serial;seek=part=9|--do pin=99|--do compare=frog|--do dialog=frog|--do lesson=frog
--do figure=frog|--do theme=frog|--do stop=frog|--do loop=9=1|--do thread=99=99|--do tradeoff=frog|--do own=no.cu|--do own_exercise=9
--do timing_recorded=frog|--do svg=/no/such/x.svg|--do random=999999999|--do values=1|--do follow=99|--do speed=99|--do zoom=99|--do page=0
--do costs=frog|--do guess=3|--do predict=frog|--do vote=A|--do fill=3|--do slide=3|--do answer|--do memory=frog|--do store=frog|--do entry=99
--do timing_pick=frog|--do timing_n=frog|--do timing_page=9|--do timing_chart=frog|--do timing_load=frog|--do edit=frog|--do edit_save
--do fault=frog|--do suspect=3|--do recent=99|--do lane=9|--do enlarge=9|--do width=99|--do hidden=frog|--do calculator=q|--do calculator=r=99
time --sorts frog|time --n 2^37|time --n 0|time --radix 1,9|time --scan frog|time --type u32 --bits 64|time --distribution frog|time --samples 0
time --seconds 99|time --beside frog|time --bits x|time --devices 9|time --devices 2..1|time --devices 2|time --engine gpu
calculate --radix 40|calculate --keys 0|lesson check no_such|lesson svg|questions --exam 99|questions --preset chapter --format frog
kernel frog|exercise 9|judge|judge no.cu|judge --json --junit x.cu|judge --exercise 9 x.cu|judge .|options frog|--edition 7
steps --preset chapter --format frog --out x|figure --preset chapter --figure frog --out x.svg|figure --preset chapter --scale 9 --out x.png
figure --preset chapter --theme frog --out x.svg|--edit no.cuh --do next
"""
# Of the machine, not of the program; and arrays in front of their numbers
MACHINE = r"(?m)^ +\w+ +[\d .–-]+$|\((?:X11: |Failed to detect)[^)]*\)|Failed to detect any supported platform|^(CPU|NCCL|shaders|assets|⟦ƒóñţš⟧) .*|^libstdc.*|⟦éñĝîñé cpu⟧ · [^·]*"


class Run:
    def __init__(self, program, folder):
        self.program, self.folder, self.found, self.looked = program, folder, [], 0
        self.names = outside.names_of_program(program)
        data = os.path.join(folder, "data")
        words = os.path.join(outside.TOP, "assets", "words")
        os.makedirs(os.path.join(data, "assets", "words"))
        os.symlink(os.path.join(outside.TOP, "shaders"), os.path.join(data, "shaders"))
        for each in os.listdir(os.path.join(outside.TOP, "assets")):
            if each != "words":
                os.symlink(os.path.join(outside.TOP, "assets", each), os.path.join(data, "assets", each))
        subprocess.run([sys.executable, os.path.join(words, "words.py"), "pseudo", os.path.join(data, "assets", "words", "qps.po")], check=True)
        self.environment = dict(os.environ, RADIXSCOPE_DATA=data, XDG_CONFIG_HOME=folder, RADIXSCOPE_LANGUAGE="qps")
        self.environment.pop("DISPLAY", None)

    def said(self, arguments):
        words = [word.replace("=", " ") if before == "--do" else word.replace(",", " ") if before in ("--keys", "--values") else word
                 for before, word in zip([""] + arguments.split(), arguments.split())]
        done = subprocess.run([self.program] + words, capture_output=True, text=True, cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, timeout=600)
        return done.stdout + done.stderr

    def look(self, what, text, unless=""):
        self.looked += 1
        for each in (MACHINE, unless):
            text = re.sub(each, " ", text) if each else text
        for line in text.split("\n"):
            words = outside.english_in(line, self.names)
            if words:
                self.found.append("%s: %s | %s" % (what, " ".join(words), line.strip()[:300]))

    def all(self):
        for each in LISTS + [each + " --help" for each in HELPS]:
            self.look(each, self.said(each), COLUMN)
        for each in WORDS + ["doctor"]:
            self.look(each, self.said(each))
        for each in ("faults", "faults --markdown"):
            self.look(each, self.said(each), CODE)
        for each in ("questions --preset chapter --format csv", "questions --exam coalescing --format csv"):
            self.look(each, self.said(each), HEAD + r"|\b\w+=|\bpreset \w+[^\n\"]*")   # names of columns and what scripts call things
        for each in FILES:
            said = self.said(each)
            self.look(each, said)
            file = re.search(r"\w+\.(svg|html)", each.split(" --out ")[-1] if "--out" in each else each)[0]
            self.look(each, "\n".join(outside.texts_of(os.path.join(self.folder, file))))
        for each in REFUSALS.strip().replace("\n", "|").split("|"):
            self.look(each, self.said(each))


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        run = Run(os.path.abspath(program), folder)
        run.look("planted", "⟦ţĥé⟧ first difference")
        assert len(run.found) == 1, "what is planted is not found"
        run.found = []
        run.all()
    print("\n".join(run.found))
    print("%d outputs, %d lines with English" % (run.looked, len(run.found)))
    return 1 if run.found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
