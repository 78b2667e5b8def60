"""Prints the numbers of a table that differ from those of a kept table by more than a quarter.

usage: compare.py KEPT NEW

A line is known by its words, whatever its numbers, and by the heading above it; its numbers are compared in order.
"""
import re
import sys

NUMBER = re.compile(r"(?<![\w.-])-?\d[\d,]*(?:\.\d+)?(?![\w-])")


def table(path):
    rows, heading, seen = {}, "", {}
    with open(path) as file:
        for line in file:
            words = " ".join(NUMBER.sub("#", line).split())
            if not line.strip():
                continue
            if "#" not in words or not line.startswith(" ") and line.rstrip().endswith("per photo"):
                heading = words
            key = (heading, words)
            seen[key] = seen.get(key, 0) + 1
            rows[(*key, seen[key])] = (
                line.strip(),
                [float(number.replace(",", "")) for number in NUMBER.findall(line)],
            )
    return rows


kept, new = table(sys.argv[1]), table(sys.argv[2])
changes = []
for key, (line, numbers) in new.items():
    before = kept.get(key, ("", []))[1]
    if len(before) != len(numbers):
        changes.append(f"  new: {line}")
        continue
    for old, now in zip(before, numbers):
        if max(abs(old), abs(now)) > 0 and abs(now - old) > 0.25 * max(abs(old), abs(now)):
            changes.append(f"  {old:g} -> {now:g}: {line}")
changes += [f"  gone: {line}" for key, (line, _) in kept.items() if key not in new]
print(f"\n{len(changes)} differences of more than a quarter from the kept result" + (":" if changes else ""))
print("\n".join(changes[:40]))
