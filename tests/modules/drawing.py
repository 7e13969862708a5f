#!/usr/bin/env python3
"""Draws which modules (the folders of RADIXSCOPE_MODULES and of every family) include which: one line per folder, in
levels, the lowest first. Arrows point to lower levels; those that follow from others are left out. Folders that include
each other in a circle are named, and the exit code is 1.

    python3 tests/modules/drawing.py
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
SOURCES = {'.cpp', '.hpp', '.c', '.h', '.cu', '.cuh', '.inl'}


def modules():
    """The folders named in the top CMakeLists.txt, and those of every family, the longest first."""
    text = (TOP / 'CMakeLists.txt').read_text(encoding='utf8')
    names = re.findall(r'"((?:app|kernels)/[a-z/_]+):', text)
    names += [f'app/sorts/{each.name}' for each in (TOP / 'app/sorts').iterdir()]
    names += [f'kernels/{each.name}' for each in (TOP / 'kernels').iterdir() if each.is_dir()]
    return sorted(set(names) - {'kernels/engine'}, key=len, reverse=True)


MODULES = modules()


def folder_of(path):
    folder = path.parent.relative_to(TOP).as_posix()
    return next((each for each in MODULES if folder == each or folder.startswith(each + '/')), folder)


def included(source):
    """The files of app/ and kernels/ that a source includes; what the build writes belongs to where it is made from."""
    for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', source.read_text(encoding='utf8'), re.MULTILINE):
        for file in (source.parent / name, TOP / name):
            if file.is_file():
                yield file.resolve()
                break
        else:
            if name.startswith('text/'):
                yield TOP / 'kernels/text/message.hpp'
            elif name.startswith('kernels/'):  # FAMILY/mine.hpp, which the tool makes of mine.cu
                yield TOP / name


def arrows():
    found = {}
    for top in ('app', 'kernels'):
        for source in sorted((TOP / top).rglob('*')):
            if source.suffix in SOURCES:
                known = found.setdefault(folder_of(source), set())
                known |= {folder_of(file) for file in included(source) if TOP / 'third_party' not in file.parents}
    return {folder: known - {folder} for folder, known in found.items()}


def reached(graph, start):
    seen, todo = set(), list(graph.get(start, ()))
    while todo:
        folder = todo.pop()
        if folder not in seen:
            seen.add(folder)
            todo += graph.get(folder, ())
    return seen


def main():
    graph = arrows()
    below = {folder: reached(graph, folder) for folder in graph}
    circles = sorted(folder for folder in graph if folder in below[folder])
    if circles:
        for folder in circles:
            print(f"{folder} includes itself through {', '.join(f for f in sorted(graph[folder]) if folder in below[f])}")
        return 1
    level = {}
    while len(level) < len(graph):
        for folder in graph:
            if folder not in level and all(each in level for each in graph[folder]):
                level[folder] = 1 + max((level[each] for each in graph[folder]), default=-1)
    drawn = 0
    for height in range(max(level.values()) + 1):
        for folder in sorted(each for each in graph if level[each] == height):
            direct = sorted(each for each in graph[folder]
                            if not any(each in below[other] for other in graph[folder]))
            drawn += len(direct)
            print(f"{height:3}  {folder:<28}{' → ' + '  '.join(direct) if direct else ''}")
    print(f"{len(graph)} folders, {max(level.values()) + 1} levels, {sum(map(len, graph.values()))} arrows, "
          f"{drawn} of them drawn; no circle")
    return 0


if __name__ == '__main__':
    sys.exit(main())
