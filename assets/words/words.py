#!/usr/bin/env python3
"""The catalogue of what Radixscope says: radixscope.pot beside this file, and a .po file per language.

  words.py headers OUT MODULE...  text/<module>.hpp and english.cpp into a folder (the build does this)
  words.py check            what is wrong with the catalogue or a translation; 1 where anything is
  words.py merge            takes the texts of the JSON files into radixscope.pot, then brings every .po up to date: a sentence whose
                            English has changed becomes fuzzy
  words.py new LANGUAGE NAME ENGLISH  an empty .po; NAME: of the language, in itself; ENGLISH: in English
  words.py signs LANGUAGE   the signs that a font of the page needs for it
  words.py read [LANGUAGE]  the catalogue as a text to be proofread: every sentence with 0, 1 and 3 of what it counts
  words.py pseudo FILE [PERCENT]  a language that nobody speaks, ⟦ẃîţĥ áççéñţš⟧: a letter without one is not in the catalogue;
                            PERCENT: how much longer its words are
"""
import glob
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "radixscope.pot")
CATEGORIES = {"en": "one other", "de": "one other", "es": "one other", "fr": "one other", "zh-Hans": "other",
              "zh-Hant": "other", "ja": "other", "ko": "other", "qps": "one other", "ru": "one few many other", "pl": "one few many other"}


ROOT = os.path.dirname(os.path.dirname(HERE))
# What a reader sees of the JSON files: msgctxt, files, and the members that are texts
GATHERED = [("lessons", ["assets/lessons/*.json"], ("title", "about", "caption", "answer", "notes")),
            ("presets", ["assets/presets/*.json"], ("title", "about")),
            ("questions", ["assets/questions/*.json"], ("question",)),
            ("faults", ["kernels/engine/faults/faults.json", "kernels/*/*_faults.json"], ("title", "wrong", "right_since"))]
CONTEXTS = [context for context, _, _ in GATHERED]
BOOK_TEXTS = CONTEXTS + ["exercises"]  # no patterns: their slots are the book's numbers
WHOLE = "ja ko zh-Hans zh-Hant"  # the languages that lack none of them; tests read this line
# What a number stands after in English, "block {b}": a translation has the glossary's word beside that slot, or one of BESIDE
NUMBERED = "block bucket device digit layer level pass round segment slot split thread tile warp".split()
BESIDE = {"ja": "bit ビット, index 添字, key キー, list リスト, place 位置, slot 位置",
          "ko": "bit 비트, index 인덱스, key 키, list 리스트, place 위치, place 자리",
          "zh-Hans": "bit 位, index 索引, key 键, list 列表, place 位置, slot 位置, block 块",
          "zh-Hant": "bit 位元, index 索引, key 鍵, list 串列, place 位置, slot 位置, block 區塊"}
SISTERS = ("zh-Hans", "zh-Hant")  # one grammar, so their messages name the slots in one order
BOOK_SLOT = re.compile(r"\{(?:section|figure|chapter):[a-z0-9_-]+\}")  # the number is that of the reader's edition


class Entry:
    def __init__(self):
        self.notes, self.flags, self.fields, self.line = [], "", {}, 0

    id = property(lambda self: self.fields.get("msgctxt", ""))
    source = property(lambda self: self.fields.get("msgid", ""))
    text = property(lambda self: self.fields.get("msgstr", ""))


def unquoted(line):
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), line.strip()[1:-1])


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def read(path):
    entries, now, field = [], Entry(), ""
    for number, line in enumerate(open(path, encoding="utf-8").read().split("\n") + [""], 1):
        line = line.strip()
        if not line:
            if now.fields:
                entries.append(now)
            now, field = Entry(), ""
        elif line.startswith("#,"):
            now.flags = line[2:].strip()
        elif line.startswith("#"):
            now.notes.append(line)
        else:
            if line[0] != '"':
                field, line = line.split(" ", 1)
                now.line = now.line or number
            now.fields[field] = now.fields.get(field, "") + unquoted(line)
    return [e for e in entries if e.id]


def write(path, language, name, english, entries):
    with open(path, "w", encoding="utf-8") as out:
        out.write('msgid ""\nmsgstr ""\n"Language: %s\\n"\n"X-Language-Name: %s\\n"\n"X-Language-English: %s\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
                  '"Content-Transfer-Encoding: 8bit\\n"\n' % (language, name, english))
        for e in entries:
            out.write("\n" + "".join(n + "\n" for n in e.notes) + ("#, %s\n" % e.flags if e.flags else ""))
            out.write("msgctxt %s\nmsgid %s\nmsgstr %s\n" % (quoted(e.id), quoted(e.source), quoted(e.text)))


def name_of(path, which="Name"):
    """A language's own name, of the head of its file; "English": its English one."""
    found = re.search(r'"X-Language-%s: (.*?)\\n"' % which, open(path, encoding="utf-8").read(2000))
    return found[1] if found else ""


class Wrong(Exception):
    pass


class Pattern:
    """What a message needs: slots {name: "words" | "number" | frozenset of cases}, and its plurals."""

    def __init__(self, text):
        self.text, self.at, self.slots, self.plurals = text, 0, {}, []
        self.message(False, 0)
        if self.at != len(text):
            raise Wrong("a } without its {")

    def blanks(self):
        while self.at < len(self.text) and self.text[self.at] in " \n":
            self.at += 1

    def word(self):
        self.blanks()
        found = re.compile(r"[^ \n,{}]*").match(self.text, self.at)[0]
        self.at += len(found)
        self.blanks()
        return found

    def need(self, sign):
        if self.text[self.at:self.at + 1] != sign:
            raise Wrong("'%s' is missing at '%s'" % (sign, self.text[self.at:self.at + 20]))
        self.at += 1

    def message(self, in_plural, depth):
        while self.at < len(self.text) and self.text[self.at] != "}":
            quote = re.compile(r"'(?:[{}]|#(?=.*'))" if in_plural else r"'[{}]").match(self.text, self.at)
            if self.text.startswith("''", self.at):
                self.at += 2
            elif quote:
                self.at = self.text.index("'", self.at + 2) + 1
            elif self.text[self.at] == "{":
                self.slot(depth)
            else:
                self.at += 1

    def kind(self, name, kind):
        old = self.slots.get(name, "words")
        if old not in ("words", kind) and kind != "words":
            raise Wrong("{%s} is two kinds of slot" % name)
        self.slots[name] = kind if kind != "words" else old

    def slot(self, depth):
        self.need("{")
        name = self.word()
        if not re.fullmatch("[a-z][a-z0-9_]*", name):
            raise Wrong("'%s' is no name of a slot" % name)
        if self.text[self.at:self.at + 1] == "}":
            self.at += 1
            return self.kind(name, "words")
        self.need(",")
        kind = self.word()
        if kind == "capital":
            self.need("}")
            return self.kind(name, "words")
        self.need(",")
        if kind == "josa":
            if "/" not in self.word():
                raise Wrong("josa has two forms: 을/를")
            return self.need("}")
        if kind not in ("plural", "select", "selectordinal"):
            raise Wrong("'%s' is no kind of choice" % kind)
        cases = []
        while self.text[self.at:self.at + 1] != "}":
            cases.append(self.word())
            self.need("{")
            self.message(kind != "select", depth + 1)
            self.need("}")
            self.blanks()
        self.at += 1
        if "other" not in cases:
            raise Wrong("{%s, %s} has no branch 'other'" % (name, kind))
        if len(set(cases)) < len(cases):
            raise Wrong("{%s, %s} has a branch twice" % (name, kind))
        if kind == "plural":
            self.plurals.append((name, cases))
        self.kind(name, frozenset(cases) if kind == "select" else "number")


def modules(entries):
    found = {}
    for e in entries:
        module, name = e.id.split(".", 1)
        found.setdefault(module, []).append((name, e))
    return found


def is_yes_no(kind):
    return isinstance(kind, frozenset) and kind <= {"yes", "no", "other"}


def header(module, rows):
    out = ["/// Made of assets/words/radixscope.pot by words.py: change the catalogue, not this file.", "#pragma once", "",
           '#include "kernels/text/message.hpp"', "", "namespace scope::text::%s {" % module, ""]
    choices = {}
    for name, e in rows:
        for slot, kind in Pattern(e.source).slots.items():
            if isinstance(kind, frozenset) and not is_yes_no(kind):
                if choices.setdefault(slot, kind) != kind:
                    raise Wrong("%s.%s: {%s} has other cases than elsewhere in its module" % (module, name, slot))
    for slot, cases in sorted(choices.items()):
        names = sorted(cases)
        out += ["enum class %s { %s };" % (slot, ", ".join(names)),
                "constexpr std::string_view name_of(%s value) {" % slot,
                "  constexpr std::string_view names[] = {%s};" % ", ".join('"%s"' % n for n in names),
                "  return names[static_cast<int>(value)];", "}", ""]
    for name, e in rows:
        slots = Pattern(e.source).slots
        shown = e.source.replace("\\", "\\\\").replace("\n", " ")
        if not slots:
            out += ["/// %s" % shown, 'inline constexpr Label %s{MessageName{"%s"}};' % (name, e.id)]
            continue
        kinds = {"words": "Words", "number": "Number"}
        fields = "".join(" %s %s;" % (kinds.get(k) or ("bool" if is_yes_no(k) else "text::%s::%s" % (module, s)), s)
                         for s, k in sorted(slots.items()))
        given = ", ".join('{"%s", %s}' % (s, "Words(name_of(s.%s))" % s if isinstance(k, frozenset) and not is_yes_no(k)
                                          else "s." + s) for s, k in sorted(slots.items()))
        out += ["/// %s" % shown, "struct %s_slots {%s };" % (name, fields),
                'inline std::string %s(const %s_slots& s) { return made("%s", {%s}); }' % (name, name, e.id, given)]
    return "\n".join(out + ["", "}  // namespace scope::text::%s" % module, ""])


def put(path, text):
    if os.path.exists(path) and open(path, encoding="utf-8").read() == text:
        return  # what includes it need not be compiled again
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def headers(folder, *known):
    named = sorted((e for e in read(SOURCE) if "." in e.id), key=lambda e: e.id.encode())
    os.makedirs(os.path.join(folder, "text"), exist_ok=True)
    found = modules(named)
    if sorted(found) != sorted(known):
        raise Wrong("the catalogue has the modules %s, the build names %s" % (" ".join(sorted(found)), " ".join(sorted(known))))
    for module, rows in found.items():
        put(os.path.join(folder, "text", module + ".hpp"), header(module, rows))
    rows = "".join('    {"%s", %s},\n' % (e.id, quoted(e.source)) for e in named)
    put(os.path.join(folder, "english.cpp"),
        '// Made of assets/words/radixscope.pot by words.py.\n#include "kernels/text/message.hpp"\n\nnamespace scope::text {\n'
        "namespace {\nconstexpr English all[] = {\n%s};\n}  // namespace\nstd::span<const English> english() { return all; }\n"
        "}  // namespace scope::text\n" % rows)


def texts_in(value, names, place=""):
    """The texts of these members, as (place, text): ("slides 3, caption", "The …"). A state says nothing."""
    for at, each in value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else []:
        here = "%s %s" % (place, at) if isinstance(at, int) else "%s%s%s" % (place, ", " if place else "", at)
        if isinstance(each, str) and at in names:
            yield here.strip(), each
        elif at != "state":
            yield from texts_in(each, names, here)


def gathered(others):
    """The texts of the JSON files as entries; `others`: entries that say some of them already."""
    said, found = {e.source for e in others if "." not in e.id}, []
    for context, patterns, names in GATHERED:
        for path in (p for pattern in patterns for p in sorted(glob.glob(os.path.join(ROOT, *pattern.split("/"))))):
            for place, text in texts_in(json.load(open(path, encoding="utf-8")), names):
                if text not in said:
                    said.add(text)
                    e = Entry()
                    e.notes, e.fields = ["#. %s: %s" % (os.path.basename(path), place)], {"msgctxt": context, "msgid": text}
                    found.append(e)
    return found


def gather():
    """Puts the texts of the JSON files at the end of the catalogue, in the place of those that were there."""
    blocks = open(SOURCE, encoding="utf-8").read().rstrip("\n").split("\n\n")
    kept = [b for b in blocks if not re.search('^msgctxt "(?:%s)"$' % "|".join(CONTEXTS), b, re.M)]
    for e in gathered([e for e in read(SOURCE) if e.id not in CONTEXTS]):
        kept.append("%s\nmsgctxt %s\nmsgid %s\nmsgstr \"\"" % (e.notes[0], quoted(e.id), quoted(e.source)))
    put(SOURCE, "\n\n".join(kept) + "\n")


def not_as_gathered(entries):
    """What the catalogue says of the JSON files, and they do not."""
    there = [(e.id, e.source) for e in entries if e.id in CONTEXTS]
    wanted = [(e.id, e.source) for e in gathered([e for e in entries if e.id not in CONTEXTS])]
    for context, text in [each for each in wanted if each not in there] + [each for each in there if each not in wanted]:
        yield "%s: '%s' is not the same in the JSON files and in radixscope.pot; run words.py merge" % (context, text)


def numbers_in(text):
    return set(re.findall(r"\d+(?:\.\d+)*", BOOK_SLOT.sub("", text.replace(",", ""))))


# A number in digits where the English has its word
SPELT = {"0": "zero|no", "1": "one|a|first|single", "2": "two|twice|second|half|both", "3": "three|third", "4": "four|quarter", "5": "five|fifth",
         "6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten", "16": "sixteen", "20": "twenty", "100": "hundred"}


def wrong_with_gathered(source, text):
    """A text of a JSON file is no pattern: its slots are the book's numbers, and all numbers stay."""
    for slot in sorted(set(BOOK_SLOT.findall(source)) ^ set(BOOK_SLOT.findall(text))):
        yield "%s is missing or is no slot of the English" % slot
    for number in sorted(numbers_in(source) - numbers_in(text)):
        yield "the number %s is missing" % number
    for number in sorted(numbers_in(text) - numbers_in(source)):
        if not re.search(r"\b(?:%s)" % SPELT.get(number, "!"), source, re.I):
            yield "the number %s is none of the English" % number


def translations():
    return {f[:-3]: os.path.join(HERE, f) for f in sorted(os.listdir(HERE)) if f.endswith(".po")}


def complaints(language, entries, sources):
    """What is wrong with one file of them."""
    wanted, seen = set(CATEGORIES.get(language, "other").split()), set()
    beside = words_beside(language, entries)
    for e in entries:
        at = "%s:%d %s: " % (language, e.line, e.id)
        key = (e.id, e.source)
        if key in seen:
            yield at + "stands twice"
        seen.add(key)
        text = e.source if language == "en" else e.text
        if not text:
            if language == "en":
                yield at + "says nothing"
            continue
        if e.id in BOOK_TEXTS:
            if language != "en" and e.source not in sources.get(e.id, ()):
                yield at + "is no message (any more)"
            elif "fuzzy" not in e.flags:
                yield from (at + wrong for wrong in wrong_with_gathered(e.source, text))
            continue
        try:
            pattern = Pattern(text)
        except (Wrong, ValueError) as wrong:
            yield at + str(wrong)
            continue
        if "." in e.id and not pattern.slots and "''" in text:
            yield at + "has no slot, so '' is shown as it stands: write one apostrophe"
        if "." in e.id or language == "en":
            for slot, cases in pattern.plurals:
                lacking = wanted - set(c for c in cases)
                if lacking:
                    yield at + "{%s, plural} lacks %s" % (slot, " ".join(sorted(lacking)))
                spare = set(c for c in cases if c[0] != "=") - wanted
                if spare:
                    yield at + "{%s, plural} has %s, which %s has not" % (slot, " ".join(sorted(spare)), language)
        if language == "en":
            continue
        if e.id not in sources:
            yield at + "is no message (any more)"
        elif "fuzzy" not in e.flags:
            if e.source not in sources[e.id]:
                yield at + "the English has changed; run words.py merge"
            has, wants = pattern.slots, Pattern(e.source).slots
            for slot in has.keys() - wants.keys():
                yield at + "{%s} is no slot of the English" % slot
            for slot, kind in wants.items():
                if slot not in has and not isinstance(kind, frozenset):
                    yield at + "{%s} is missing" % slot
                elif isinstance(kind, frozenset) and slot in has and has[slot] != "words" and not has[slot] <= kind | {"other"}:
                    yield at + "{%s, select} has a case that there is not" % slot
            yield from (at + wrong for wrong in dict.fromkeys(strays(e.source, text, beside)))


def words_beside(language, entries):
    """What stands beside a number: {"block": "线程块|块", …}, by the glossary and BESIDE."""
    found = {word: [word] for word in NUMBERED}
    for e in entries:
        for form in e.source.split("|") if re.fullmatch(r"glossary\.\w+_words", e.id) else []:
            if form in found:
                found[form] += [each for each in e.text.split("|") if each and each[0] != "-"]
    for word, text in (pair.split() for pair in BESIDE.get(language, "").split(", ") if pair):
        found.setdefault(word, [word]).append(text)
    return {word: "(?:%s)" % "|".join(map(re.escape, texts)) for word, texts in found.items() if len(texts) > 1}


def strays(source, text, beside):
    """Slots that have changed places: "key {key} goes to slot {slot}" told as "slot {key} … key {slot}"."""
    text, near = re.sub(r"\{\w+, josa, [^}]*\}", "", text), "[^{}、，,：:。(（)「“‘]{0,4}"
    for word, slot in re.findall(r"(?i)(?<![\w-])(?<!this )(%s)[ \xa0](\{\w+\})(?! [+−])" % "|".join(beside), source) if beside else []:
        theirs, parts = beside[word.lower()], text.split(slot)
        # What is beside a slot at the edge of a branch may stand outside
        if len(parts) > 1 and not any(left.endswith("{") or right.startswith("}") or re.search(theirs + near + "$", left)
                                      or re.match(near + theirs, right) for left, right in zip(parts, parts[1:])):
            yield "%s is not beside its word, '%s'" % (slot, word.lower())
    for pair in re.findall(r"(\{\w+\})(?: to (?:place )?|–|, | and | … )(\{\w+\})", source):
        stands, turned = (re.search("[^{}]{0,12}".join(map(re.escape, each)), text) for each in (pair, pair[::-1]))
        if turned and not stands:
            yield "%s and %s stand the other way round" % pair


def order_of_slots(text):
    return list(dict.fromkeys(re.findall(r"\{([a-z0-9_]+)", text)))


def out_of_order(left, right):
    """Messages whose slots stand in one order in this language, and in another in its sister."""
    theirs = {(e.id, e.source): e for e in right}
    for e in left:
        other = theirs.get((e.id, e.source))
        if other and e.text and other.text and e.id not in BOOK_TEXTS and "fuzzy" not in e.flags + other.flags:
            here, there = order_of_slots(e.text), order_of_slots(other.text)
            if [s for s in here if s in there] != [s for s in there if s in here]:
                yield "%s:%d %s: its slots stand in another order than in %s" % (SISTERS[0], e.line, e.id, SISTERS[1])


def check():
    entries = read(SOURCE)
    sources = {}
    for e in entries:
        sources.setdefault(e.id, set()).add(e.source)
    found = list(complaints("en", entries, sources)) + list(not_as_gathered(entries))
    for language, path in translations().items():
        here = read(path)
        found += complaints(language, here, sources)
        if language in WHOLE.split():
            found += ["%s: '%s' is not translated" % (language, e.source[:60]) for e in here
                      if e.id in BOOK_TEXTS and not e.text]
        found += out_of_order(here, read(translations()[SISTERS[1]])) if language == SISTERS[0] and SISTERS[1] in translations() else []
        done = sum(1 for e in here if e.text and "fuzzy" not in e.flags)
        print("%-8s %d of %d translated" % (language, done, len(entries)), file=sys.stderr)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


def merge():
    gather()
    entries = read(SOURCE)
    for language, path in translations().items():
        old = {(e.id, e.source): e for e in read(path)}
        by_id = {e.id: e for e in old.values() if "." in e.id}
        by_id.update({(e.id, *e.notes[:1]): e for e in old.values() if e.id in CONTEXTS})
        out = []
        for e in entries:
            same, moved = old.get((e.id, e.source)), by_id.get((e.id, *e.notes) if e.id in CONTEXTS else e.id)
            now = Entry()
            now.notes, now.fields = list(e.notes), {"msgctxt": e.id, "msgid": e.source, "msgstr": ""}
            if same:
                now.fields["msgstr"], now.flags = same.text, same.flags
            elif moved and moved.text:
                now.notes.append("#| msgid " + quoted(moved.source))
                now.fields["msgstr"], now.flags = moved.text, "fuzzy"
            out.append(now)
        write(path, language, name_of(path), name_of(path, "English"), out)


def new(language, name, english):
    for e in (entries := read(SOURCE)):
        e.fields["msgstr"] = ""
    write(os.path.join(HERE, language + ".po"), language, name, english, entries)


# What a page has not: a command line, other programs, the judge of students' files. Modules of messages, and where alone
# they are said (tests/words/catalogue_check.py).
OFF_PAGE = {"cli": ["app/cli", "app/run_main.cpp"], "doctor": ["app/cli"], "options": ["app/cli"], "judge": ["app/judge"],
            "processes": ["app/core/base/desktop"], "protocol": ["app/timing/run"], "student": ["kernels/engine/student"]}


def of_page(entries):
    """The messages that a page says."""
    return [e for e in entries if e.id.split(".")[0] not in OFF_PAGE]


def signs_of(text):
    """Its Chinese, Japanese and Korean signs: the page itself has a face for all others."""
    return "".join(sorted(c for c in set(text) if ord(c) >= 0x2E80))


def signs_of_page(language):
    return signs_of("".join(e.text for e in of_page(read(translations()[language]))))


def signs(language):
    print(signs_of_page(language))


def shown(text, count, yes, at=0, number=None, inner=False):
    """The sentence with this count in every plural, slots by their names. Returns it and where it ends."""
    out = ""
    while at < len(text) and text[at] != "}":
        if text[at] == "#" and number is not None:
            out, at = out + str(number), at + 1
            continue
        if text[at] != "{":
            out, at = out + text[at], at + 1
            continue
        head = re.compile(r"\{([a-z0-9_]+)(?:, capital)?(?:, (plural|select|selectordinal|josa),)?").match(text, at)
        at = head.end()
        if head[2] in (None, "josa"):
            end = text.index("}", at)
            out, at = out + ("(%s)" % text[at:end].strip() if head[2] else "‹%s›" % head[1]), end + 1
            continue
        branches = {}
        while text[at] != "}":
            case = re.compile(r"\s*(\S+)\s*\{").match(text, at)
            branches[case[1]], at = shown(text, count, yes, case.end(), count if head[2] != "select" else None, True)
            at = re.compile(r"\s*").match(text, at).end()
        wanted = ["=%d" % count, "one" if count == 1 else "other"] if head[2] != "select" else [yes]
        out, at = out + next((branches[w] for w in wanted + ["other"] if w in branches), ""), at + 1
    return out, at + (1 if inner else 0)


def read_aloud(language="en"):
    for module, rows in modules([e for e in read(SOURCE if language == "en" else translations()[language]) if "." in e.id]).items():
        print("\n# %s\n" % module)
        for name, e in rows:
            for note in e.notes:
                if note.startswith("#. "):
                    print("   (%s)" % note[3:])
            text = e.source if language == "en" else e.text
            variants = dict.fromkeys(shown(text, n, y)[0] for n in (3, 1, 0) for y in ("yes", "no"))
            for variant in variants:
                print("%-22s %s" % (name, variant.replace("\n", " / ")))
                name = ""


def pseudo(path, more=0):
    letters = str.maketrans("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                            "áƀćďéƒĝĥîĵķļḿñóṕɋŕšţúṽŵẋýžÁɃĆĎÉƑĜĤÎĴĶĻḾÑÓṔɊŔŠŢÚṼŴẊÝŽ")

    def marked(text, at=0, depth=0):
        """Letters of what is said alone: not of names of slots, kinds and cases."""
        out = ""
        while at < len(text) and text[at] != "}":
            if text[at] != "{":
                end = re.compile(r"[^{}]+").match(text, at).end()
                out, at = out + longer(text[at:end]), end
                continue
            head = re.compile(r"\{[a-z0-9_]+(, capital|, (plural|select|selectordinal),)?").match(text, at)
            out, at = out + head[0], head.end()
            while text[at] != "}":
                case = re.compile(r"\s*\S+\s*\{").match(text, at)
                inner, at = marked(text, case.end(), depth + 1)
                out += case[0] + inner + "}"
                at += 1
                at = re.compile(r"\s*").match(text, at).end()
            out, at = out + "}", at + 1
        return (out, at) if depth else "⟦" + out + "⟧"

    def longer(text):
        """With every so many letters twice, that it is longer by `more` percent."""
        out, owed = "", 0
        for c in text.translate(letters):
            owed += int(more) if c.isalpha() else 0
            out += c * (1 + owed // 100)
            owed %= 100
        return out

    entries = read(SOURCE)
    for e in entries:
        if e.id in BOOK_TEXTS:
            e.fields["msgstr"] = "⟦%s⟧" % re.sub(r"(\{[^}]*\})|[^{]+", lambda m: m[1] or m[0].translate(letters), e.source)
        else:
            e.fields["msgstr"] = e.source if e.id in ("all.paragraph", "all.rule") else marked(e.source)
    write(path, "qps", "⟦Ṕśéúďó⟧", "Pseudo", entries)


if __name__ == "__main__":
    verb, rest = sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]
    verbs = {"headers": headers, "check": check, "merge": merge, "new": new, "signs": signs, "pseudo": pseudo, "read": read_aloud}
    if verb not in verbs:
        sys.exit(__doc__)
    try:
        sys.exit(verbs[verb](*rest) or 0)
    except Wrong as wrong:
        sys.exit("words.py: %s" % wrong)
