"""The face of a translation, cut from a collection to the signs that the page needs for it.
   face.py cut FONT NUMBER SIGNS OUT    NUMBER: of the face in the collection
   face.py check FOLDER                 whether the faces in FOLDER have every sign of what the page says; 1 where one is missing
It needs fontTools, as pyftsubset does.
"""
import os
import sys

sys.dont_write_bytecode = True  # no __pycache__ among the sources
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "..", "..", "..", "assets", "words"))
import words
from fontTools import subset
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

# Units per em; Noto has 1000. Half of them cost a seventh less over a network, and at the largest size, 64 px, a point
# of an outline moves by a sixteenth of a pixel at most.
UNITS = 500


def coarse(font):
    """Puts all outlines on a grid of UNITS. The points are rounded, not the ways between them, so errors do not add up."""
    scale = UNITS / font["head"].unitsPerEm
    top, glyphs, widths = font["CFF "].cff[0], font.getGlyphSet(), font["hmtx"].metrics
    programs = {}
    for name in font.getGlyphOrder():
        width = round(widths[name][0] * scale)
        pen = T2CharStringPen(width if width != UNITS else None, glyphs)
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        programs[name] = pen.getCharString().program
        widths[name] = (width, round(widths[name][1] * scale))
    for name, program in programs.items():
        top.CharStrings[name].setProgram(program)
    for each in top.FDArray:
        each.Private.defaultWidthX, each.Private.nominalWidthX = UNITS, 0
    top.FontMatrix = [1 / UNITS, 0, 0, 1 / UNITS, 0, 0]
    font["head"].unitsPerEm = UNITS
    for table, names in (("hhea", "ascent descent lineGap"), ("OS/2", "sTypoAscender sTypoDescender sTypoLineGap usWinAscent usWinDescent")):
        for name in names.split():
            setattr(font[table], name, round(getattr(font[table], name) * scale))


def cut(path, number, signs, out):
    options = subset.Options(layout_features=[], hinting=False, desubroutinize=True, name_IDs=[], font_number=int(number))
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "GPOS", "GSUB"]
    font = subset.load_font(path, options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=signs)
    cutter.subset(font)
    coarse(font)
    font.save(out)


def check(folder):
    lacking, languages = 0, words.translations()
    names = "".join(words.name_of(path) for path in languages.values())
    for code in languages:
        own = words.signs_of_page(code)
        wanted = words.signs_of(own + names) if own else ""  # a language of Latin letters has no face of its own
        path = os.path.join(folder, f"words-{code}.otf")
        has = TTFont(path).getBestCmap() if os.path.exists(path) else {}
        absent = [sign for sign in wanted if ord(sign) not in has]
        if absent:
            print(f"face.py: {path} lacks {len(absent)} of {len(wanted)} signs: {''.join(absent[:20])}", file=sys.stderr)
        lacking += len(absent)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit({"cut": cut, "check": check}[sys.argv[1]](*sys.argv[2:]))
