"""Puts radixscope.js and radixscope.wasm into one page.
   python3 pack.py FOLDER PAGE     FOLDER has both
"""
import base64
import gzip
import os
import re
import shutil
import subprocess
import sys

folder, page = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def script(path):
    """A script's text that no HTML parser takes for the script's end."""
    return text(path).replace("</script", "<\\/script").replace("<!--", "<\\!--")


def packed(path):
    """A file as gzip makes it; Zopfli (half a minute) takes a twentieth less for the same."""
    if shutil.which("zopfli"):
        return subprocess.run(["zopfli", "-c", "--i5", path], check=True, stdout=subprocess.PIPE).stdout
    with open(path, "rb") as file:
        return gzip.compress(file.read(), 9, mtime=0)


module = base64.b64encode(packed(os.path.join(folder, "radixscope.wasm"))).decode()
parts = {"module": module, "page": script(os.path.join(here, "page.js")),
         "program": script(os.path.join(folder, "radixscope.js"))}
whole = re.sub(r"{{(\w+)}}", lambda name: parts[name[1]], text(os.path.join(here, "page.html")))
with open(page + ".part", "w", encoding="utf-8") as file:
    file.write(whole)
os.replace(page + ".part", page)
print(f"{page}: {len(whole.encode()):,} bytes, {len(gzip.compress(whole.encode(), 9)):,} compressed")
