"""catalogue_check.py COMPILER SOURCES HEADERS: assets/words is whole, and what would be wrong with it is found.

Every fault is planted in a copy. Slots are checked by the compiler: what a lost or a misspelt one does is tried, too. What a page says,
its translations have."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # no __pycache__ among the sources
compiler, sources, headers = sys.argv[1:]
failures = []


def check(folder):
    done = subprocess.run([sys.executable, os.path.join(folder, "words.py"), "check"], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def expect(true, what):
    if not true:
        failures.append(what)


code, said = check(os.path.join(sources, "assets", "words"))
expect(code == 0, said)

CATALOGUE = '''msgid ""
msgstr ""
"Language: en\\n"

msgctxt "a.sum"
msgid "{n, plural, one {# key} other {# keys}} of {all}{more, select, yes { and more} other {}}"
msgstr ""
'''
GOOD = '"{all}中有 {n, plural, other {# 个键}}{more, select, yes {等} other {}}"'


def planted(english, translation):
    """What `check` says of this catalogue, with this translation of its one message into Chinese."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(sources, "assets", "words", "words.py"), folder)
        with open(os.path.join(folder, "radixscope.pot"), "w", encoding="utf-8") as out:
            out.write(english)
        with open(os.path.join(folder, "zh-Hans.po"), "w", encoding="utf-8") as out:
            out.write(CATALOGUE.replace('msgstr ""\n', "", 1).replace('msgstr ""', "msgstr " + translation))
        return check(folder)


expect(planted(CATALOGUE, GOOD)[0] == 0, "a good translation: " + planted(CATALOGUE, GOOD)[1])
for english, translation, complaint in [
        (CATALOGUE, GOOD.replace("{all}", ""), "{all} is missing"),
        (CATALOGUE, GOOD.replace("{all}", "{al}"), "{al} is no slot"),
        (CATALOGUE, GOOD.replace("other {# 个键}", "one {# 个键}"), "has no branch 'other'"),
        (CATALOGUE, GOOD.replace("{等} other {}}", "{等} other {}"), "is missing at"),
        (CATALOGUE.replace(" of {all}", " in {all}"), GOOD, "the English has changed"),
        (CATALOGUE.replace("one {# key} ", ""), GOOD, "lacks one"),
        (CATALOGUE + CATALOGUE[CATALOGUE.index("msgctxt"):].replace("msgctxt", "\nmsgctxt", 1), GOOD, "stands twice")]:
    code, said = planted(english, translation)
    expect(code == 1 and complaint in said, "'%s' is not found: %s" % (complaint, said))

# Slots that have changed places: beside another's word, in a range, and against the sister language
MOVES = '''msgid ""
msgstr ""
"Language: en\\n"

msgctxt "a.goes"
msgid "Key {key} of thread {thread} goes to slot {slot}; there are {first} to {last}."
msgstr "%s"

msgctxt "glossary.thread_words"
msgid "thread|threads"
msgstr "%s"
'''
STANDS = {"zh-Hans": ("线程 {thread} 的键 {key} 到位置 {slot}；共有 {first} 到 {last}。", "线程"),
          "zh-Hant": ("執行緒 {thread} 的鍵 {key} 到位置 {slot}；共有 {first} 到 {last}。", "執行緒"),
          "ko": ("스레드 {thread}의 키 {key}{key, josa, 은/는} 위치 {slot}{slot, josa, 으로/로} 갑니다. {first}~{last}{last, josa, 이/가} 있습니다.", "스레드")}


def moved(language, turn):
    """What `check` says where slots of this language stand in the places of others."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(sources, "assets", "words", "words.py"), folder)
        for name, (sentence, thread) in {"radixscope.pot": ("", ""), **{each + ".po": said for each, said in STANDS.items()}}.items():
            if name == language + ".po":
                sentence = re.sub(r"\{(\w+)", lambda slot: "{" + turn.get(slot[1], slot[1]), sentence)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                out.write(MOVES % (sentence, thread))
        return check(folder)


expect(moved("ko", {})[0] == 0, "slots in their places: " + moved("ko", {})[1])
for language, left, right, complaint in [
        ("ko", "key", "thread", "{thread} is not beside its word, 'thread'"),
        ("ko", "key", "slot", "{key} is not beside its word, 'key'"),
        ("ko", "first", "last", "{first} and {last} stand the other way round"),
        ("zh-Hans", "slot", "last", "another order than in zh-Hant")]:
    code, said = moved(language, {left: right, right: left})
    expect(code == 1 and complaint in said, "'%s' is not found: %s" % (complaint, said))

# The texts of JSON files, which are no patterns
LESSON = '{"title": "Figure {figure:fig13-9}: 4 keys", "slides": [{"caption": "Said.", "state": {"title": "not said"}}]}'
PO = '''msgid ""
msgstr ""

msgctxt "lessons"
msgid "Figure {figure:fig13-9}: 4 keys"
msgstr "%s"
'''
SAID = '''
msgctxt "lessons"
msgid "Said."
msgstr ""
'''


def gathered(english, translation):
    """What `check` says of this catalogue beside the lesson, and of this translation of its title; what `merge` makes of it."""
    with tempfile.TemporaryDirectory() as root:
        folder = os.path.join(root, "assets", "words")
        for name in ("lessons", "words"):
            os.makedirs(os.path.join(root, "assets", name))
        shutil.copy(os.path.join(sources, "assets", "words", "words.py"), folder)
        for path, text in [("lessons/1-one.json", LESSON), ("words/radixscope.pot", english), ("words/ko.po", PO % translation)]:
            with open(os.path.join(root, "assets", path), "w", encoding="utf-8") as out:
                out.write(text)
        found = check(folder)
        subprocess.run([sys.executable, os.path.join(folder, "words.py"), "merge"], check=True)
        return *found, check(folder), open(os.path.join(folder, "ko.po"), encoding="utf-8").read()


WHOLE = PO % "" + SAID
RIGHT = "그림 {figure:fig13-9}: 키 4개"
code, said, _, merged = gathered(WHOLE, RIGHT)
expect(code == 0, "a good translation of a lesson: " + said)
expect("not said" not in merged and "fuzzy" not in merged and RIGHT in merged, "merged: " + merged)
for english, translation, complaint in [
        (WHOLE, "그림 13.9: 키 4개", "{figure:fig13-9} is missing"),
        (WHOLE, RIGHT.replace("fig13-9", "fig13-8"), "{figure:fig13-8} is missing or is no slot"),
        (WHOLE, RIGHT.replace("4", "5"), "the number 4 is missing"),
        (WHOLE, RIGHT + " 7", "the number 7 is none of the English"),
        (PO % "", RIGHT, "'Said.' is not the same"),
        (WHOLE.replace("4 keys", "3 keys"), RIGHT, "'Figure {figure:fig13-9}: 4 keys' is not the same"),
        (WHOLE + SAID.replace("Said", "Gone"), RIGHT, "'Gone.' is not the same")]:
    code, said, after, _ = gathered(english, translation)
    expect(code == 1 and complaint in said, "'%s' is not found: %s" % (complaint, said))
    expect("is not the same" not in after[1], "merge leaves: " + after[1])

# What a CUDA call was doing when it failed is a text of the table "cuda", which no compiler looks up
template = open(os.path.join(sources, "assets", "words", "radixscope.pot"), encoding="utf-8").read()
CALL = re.compile(r'\bcheck(?:_on)?\((?:[^;"]|"C")*?,\s*"([^"]+)"\)|\bwait\("([^"]+)"\)')


def unknown_doings(text):
    return [doing for found in CALL.findall(text) for doing in found if doing and 'msgctxt "cuda"\nmsgid "%s"' % doing not in template]


expect(unknown_doings('check(cudaFree(a), "freeing what is not there");') == ["freeing what is not there"], "a doing is not found")
calls = 0
for folder, _, names in os.walk(os.path.join(sources, "kernels")):
    for name in names:
        if name.endswith((".cu", ".cuh", ".hpp")) and os.path.basename(folder) not in ("student", "include"):
            text = open(os.path.join(folder, name), encoding="utf-8").read()
            calls += len(CALL.findall(text))
            expect(not unknown_doings(text), "%s: not in the catalogue: %s" % (name, unknown_doings(text)))
expect(calls > 60, "%d calls of check" % calls)

def not_on_page(texts):
    """Messages that a page may say, and its translations lack (words.py: OFF_PAGE). `texts`: of sources, by their paths."""
    for path, text in texts.items():
        for module in sorted(set(re.findall(r"\btext::(\w+)", text))):
            if module in words.OFF_PAGE and not path.startswith(tuple(words.OFF_PAGE[module])):
                yield "%s says messages of '%s', which no page has (assets/words/words.py: OFF_PAGE)" % (path, module)


sys.path.insert(0, os.path.join(sources, "assets", "words"))
import words

texts = {}
for folder in ("app", "kernels"):
    for place, _, files in os.walk(os.path.join(sources, folder)):
        for file in files:
            if file.endswith((".cpp", ".hpp")):
                with open(os.path.join(place, file), encoding="utf-8") as source:
                    texts[os.path.relpath(os.path.join(place, file), sources)] = source.read()
expect(not list(not_on_page(texts)), "\n".join(not_on_page(texts)))
expect(list(not_on_page({"app/sorts/a.cpp": "text::judge::no_end"})), "a figure that says what only the judge says is not found")

for call, compiles in [(".block = \"6\", .thread = \"3\"", True), (".block = \"6\"", False), (".block = \"6\", .threads = \"3\"", False)]:
    program = '#include "text/all.hpp"\nstd::string s() { return scope::text::all::block_thread({%s}); }\n' % call
    done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-I" + sources, "-I" + headers,
                           "-x", "c++", "-"], input=program, capture_output=True, text=True)
    expect((done.returncode == 0) == compiles, "{%s} %s: %s" % (call, "does not compile" if compiles else "compiles", done.stderr[:400]))

print("\n".join(failures))
sys.exit(1 if failures else 0)
