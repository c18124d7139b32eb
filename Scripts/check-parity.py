#!/usr/bin/env python3
"""Compares the ledger of public symbols (Documentation/Parity.md) with the modules' real public API.

usage: Scripts/check-parity.py SYMBOL-GRAPHS [--add]

SYMBOL-GRAPHS is the folder that Scripts/symbol-graphs.sh has written. Each symbol needs one line with its state (same,
shim or ours) and a test: a file below Tests/ with a @Test that names the symbol outside comments, and calls it where it
is a function. Absent symbols of Apple's need the reason instead of a test. `--add` writes lines for new symbols, whose
state is then "?", and removes those of symbols that are gone.
"""
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEDGER = ROOT / "Documentation" / "Parity.md"
STATES = {"same", "shim", "ours"}
LINE = re.compile(r"^\| `([^`]+)` \| ([^|]*) \| ([^|]*) \|$")
FUNCTIONS = {"swift.func", "swift.method", "swift.type.method"}
# A string, which may hold what looks like a comment, or a comment.
STRING_OR_COMMENT = re.compile(
    r'#"[\s\S]*?"#|"""(?:\\[\s\S]|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|(?P<comment>//[^\n]*|/\*[\s\S]*?\*/)'
)


def public_symbols(folder):
    """{module: {symbol: pattern that a test which names it matches}}."""
    symbols = {}
    for path in sorted(Path(folder).glob("*.symbols.json")):
        graph = json.loads(path.read_text())
        module = symbols.setdefault(graph["module"]["name"], {})
        kinds = {tuple(symbol["pathComponents"]): symbol["kind"]["identifier"] for symbol in graph["symbols"]}
        for parts, kind in kinds.items():
            module[".".join(parts)] = mention(parts, kind, kinds.get(parts[:-1]) == "swift.protocol")
    return symbols


def without_comments(text):
    """Swift source with a space for each comment."""
    return STRING_OR_COMMENT.sub(lambda match: " " if match["comment"] else match[0], text)


def mention(parts, kind, is_required):
    """The pattern of a symbol's use; a test may also write a function that a protocol requires (`is_required`)."""
    name = re.sub(r"\(.*", "", parts[-1]).strip()
    owner = parts[-2] if len(parts) > 1 else ""
    if kind == "swift.func.op":
        return " " + re.escape(name) + " "
    if parts[-1] == "init(rawValue:)" or name == "subscript":
        return rf"\b{owner}\b"
    if name == "init":
        return rf"\b{owner}\(|\.init\("
    if parts[-1] == "hash(into:)":
        return r"\bhash(\(|Value\b)"  # what calls it
    if kind in FUNCTIONS:
        # Called with arguments or with a closure alone.
        return ("" if is_required else r"(?<!\bfunc )") + rf"\b{re.escape(name)}(\(| \{{)"
    return rf"\b{re.escape(name)}\b"


def read_ledger():
    """[(module, symbol, state, test, number of the line)]."""
    lines, module = [], None
    for number, line in enumerate(LEDGER.read_text().splitlines(), 1):
        if line.startswith("## "):
            module = line[3:]
        elif match := LINE.match(line):
            lines.append((module, *(part.strip() for part in match.groups()), number))
    return lines


def check(symbols):
    found, problems, sources = set(), [], {}
    for module, symbol, state, test, number in read_ledger():
        where = f"{LEDGER.name}:{number}: {symbol}"
        if state.startswith("absent"):
            if symbol in symbols.get(module, {}):
                problems.append(f"{where}: is said to be absent, and is there")
            if not test:
                problems.append(f"{where}: is absent without a reason")
            continue
        if (module, symbol) in found:
            problems.append(f"{where}: stands there twice")
        found.add((module, symbol))
        if symbol not in symbols.get(module, {}):
            problems.append(f"{where}: is no public symbol of {module}; take the line out")
            continue
        if state not in STATES:
            problems.append(f"{where}: found the state '{state}', expected {', '.join(sorted(STATES))} or absent")
        path = ROOT / "Tests" / f"{test}.swift"
        if not test or not path.is_file():
            problems.append(f"{where}: found the test '{test}', expected a file below Tests/ without .swift")
            continue
        text = sources.setdefault(path, without_comments(path.read_text()))
        if "@Test" not in text:
            problems.append(f"{where}: {test} holds no @Test")
        elif not re.search(symbols[module][symbol], text):
            problems.append(f"{where}: the test {test} does not name it")
    for module, names in symbols.items():
        problems += [f"{LEDGER.name}: {module} has no line for {name}" for name in names if (module, name) not in found]
    return problems


def add(symbols):
    """Brings the lines up to date and keeps what is said of symbols that stay."""
    known = {(module, symbol): (state, test) for module, symbol, state, test, _ in read_ledger()}
    text, module, out = LEDGER.read_text().splitlines(), None, []
    for line in text:
        match = LINE.match(line)
        if line.startswith("## "):
            module = line[3:]
        if not (match and module in symbols and not match.group(2).strip().startswith("absent")):
            out.append(line)
        if line.startswith("|---") and module in symbols:
            for symbol in symbols[module]:
                state, test = known.get((module, symbol), ("?", ""))
                out.append(f"| `{symbol}` | {state} | {test} |")
    LEDGER.write_text("\n".join(out) + "\n")


def main():
    symbols = public_symbols(sys.argv[1])
    if not symbols:
        sys.exit(f"check-parity: there is no symbol graph in {sys.argv[1]}")
    if "--add" in sys.argv[2:]:
        add(symbols)
    problems = check(symbols)
    for problem in problems:
        print(f"check-parity: {problem}", file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"check-parity: {sum(map(len, symbols.values()))} public symbols, each with its state and test")


if __name__ == "__main__":
    main()
