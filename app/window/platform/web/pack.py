"""Puts radixscope.js and radixscope.wasm into one page, and the texts and signs of each translation into a file beside it,
or those of one language into the page, which then starts in it.
   python3 pack.py FOLDER FONTS PAGE [LANGUAGE]     FOLDER has radixscope.js and .wasm, FONTS words-LANGUAGE.otf
"""
import base64
import gzip
import json
import lzma
import os
import re
import struct
import sys
import zlib

sys.dont_write_bytecode = True  # no __pycache__ among the sources
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "..", "..", "..", "assets", "words"))
import words

MOST_OF_PAGE, MOST_OF_LANGUAGE = 2_100_000, 220_000  # bytes over a network


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def script(text):
    """A script that no HTML parser takes for the script's end."""
    return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def packed(data, settings=((3, 0, 2), (4, 0, 0), (0, 0, 0))):
    """By LZMA, a quarter smaller than by gzip, as page.js unpacks it: a byte of lc, lp and pb, the size, the stream."""
    best = b""
    for lc, lp, pb in settings:
        how = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": lc, "lp": lp, "pb": pb, "dict_size": 1 << 23}
        made = struct.pack("<BI", (pb * 5 + lp) * 9 + lc, len(data)) + lzma.compress(data, lzma.FORMAT_RAW, filters=[how])
        best = made if not best or len(made) < len(best) else best
    return base64.b64encode(best).decode()


def catalogue():
    """Changes with every English message: a translation fits this one only."""
    said = "".join(f"{e.id}\n{e.source}\n" for e in words.read(words.SOURCE))
    return zlib.crc32(said.encode())


def key(e):
    """What names a message. One with a name needs no English."""
    return f"msgctxt {words.quoted(e.id)}" + ("" if "." in e.id else f"\nmsgid {words.quoted(e.source)}")


def messages():
    """What every translation has in common is in the page: which messages there are, in their order."""
    return "\n\n".join(key(e) for e in words.of_page(words.read(words.SOURCE))).encode()


def translation(code, path, fonts=""):
    """The script that hands a translation to the page: a head, and a line for each message, empty where there is no text."""
    said = {key(e): words.quoted(e.text) for e in words.read(path) if e.text and "fuzzy" not in e.flags}
    head = f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"X-Language-Name: {words.name_of(path)}\\n"\n\n'
    parts = {"words": (head + "\n".join(said.get(key(e), "") for e in words.of_page(words.read(words.SOURCE)))).encode()}
    font = os.path.join(fonts, f"words-{code}.otf")
    if os.path.exists(font):
        parts["font"] = read(font)
    file = {"code": code, "catalogue": catalogue(), "sums": {name: zlib.crc32(part) for name, part in parts.items()}}
    return f"Page.language({json.dumps({**file, **{name: packed(part) for name, part in parts.items()}})});\n"


def said(path):
    """What the page says in a language before its program runs, by name (say.js): a page from a folder loads nothing else yet."""
    begin, english = "window.page_", path == words.SOURCE
    return {e.id[len(begin):]: e.source if english else e.text for e in words.read(path)
            if e.id.startswith(begin) and (english or e.text and "fuzzy" not in e.flags)}


def write(path, text, most):
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)
    bytes = len(gzip.compress(text.encode(), 9))
    print(f"{path}: {len(text.encode()):,} bytes, {bytes:,} compressed")
    return bytes <= most or print(f"pack.py: that is more than {most:,}.", file=sys.stderr)


def main(folder, fonts, page, inside="en"):
    languages = words.translations()
    if inside != "en" and inside not in languages:
        sys.exit(f"pack.py: there is no language '{inside}': en, {', '.join(languages)}.")
    about = {"language": inside, "languages": ["en", *languages], "catalogue": catalogue(),
             "said": {code: said(path) for code, path in {"en": words.SOURCE, **languages}.items()}}
    parts = {"language": inside, "module": packed(read(os.path.join(folder, "radixscope.wasm")), ((4, 0, 0),)),
             "messages": packed(messages()), "about": script(json.dumps(about)), "say": script(text(os.path.join(here, "say.js"))),
             "page": script(text(os.path.join(here, "page.js"))),
             "words": "" if inside == "en" else script(translation(inside, languages[inside], fonts)),
             "program": script(text(os.path.join(folder, "radixscope.js")))}
    whole = re.sub(r"{{(\w+)}}", lambda name: parts[name[1]], text(os.path.join(here, "page.html")))
    fits = [write(page, whole, MOST_OF_PAGE if inside == "en" else MOST_OF_PAGE + MOST_OF_LANGUAGE)]
    for code, path in languages.items():
        if code != inside:
            beside = os.path.join(os.path.dirname(os.path.abspath(page)), f"radixscope.{code}.js")
            fits.append(write(beside, translation(code, path, fonts), MOST_OF_LANGUAGE))
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
