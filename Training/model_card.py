#!/usr/bin/env python3
"""Writes the measured tables of the model card from reports of evaluate.py.

  model_card.py --before raw.json --after calibrated.json --card ../Documentation/Model.md
                [--beside "sixth training=sixth.json"]

What stands between the lines `<!-- figures -->` and `<!-- end of figures -->` is replaced; the reliability diagram
is drawn beside the card.
"""

import argparse
import json
import os
import re
import sys

from soundmodel import corpus_store, labels

BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
SIZE, MARGIN = 300, 40  # of the diagram, in its own units


def results_table(before, after, beside):
    """Models beside each other, one row for each condition; `beside` holds (name, report) of other weights."""
    rows = list(after["results"])
    for name, report in [("before calibration", before), *beside]:
        rows += [dict(row, model=name) for row in report["results"] if row["model"] == "student"]
    teachers = [row["model"] for row in after["results"] if row["model"] != "student"]
    models = list(dict.fromkeys(["student", "before calibration", *(name for name, _ in beside), *teachers]))
    conditions = list(dict.fromkeys(row["condition"] for row in after["results"]))
    cells = {(row["model"], row["condition"]): row for row in rows}
    lines = ["| " + " | ".join(["top-1 / top-3 / mAP", *models]) + " |", "| --- " * (len(models) + 1) + "|"]
    for condition in conditions:
        texts = []
        for model in models:
            row = cells.get((model, condition))
            texts.append(f"{row['top1']:.3f} / {row['top3']:.3f} / {row['mAP']:.3f}" if row else "")
        lines.append("| " + " | ".join([condition, *texts]) + " |")
    return lines


def label_table(report):
    lines = ["| identifier | clips | right first | itself in 3 | AP |", "| --- | --- | --- | --- | --- |"]
    return lines + [
        f"| `{row['identifier']}` | {row['clips']} | {row['top1']:.2f} | {row['own_top3']:.2f} | "
        f"{row['average_precision']:.2f} |"
        for row in report["labels"]
    ]


def reliability_table(report):
    lines = ["| said | right | windows |", "| --- | --- | --- |"]
    return lines + [f"| {mean:.2f} | {share:.2f} | {count} |" for mean, share, count in report["reliability"]]


def sources_table():
    lines = ["| source | licence | use |", "| --- | --- | --- |"]
    for source in corpus_store.manifest():
        stated = source.licence + (
            " (**states no licence for its sounds**)" if source.licence_class == "none-stated" else ""
        )
        lines.append(f"| [{source.name}]({source.address}) | {stated} | {source.role} |")
    return lines


def diagram(before, after):
    """An SVG: how often the first answer is right, against how sure it was said."""
    side, parts = SIZE + 2 * MARGIN, []

    def point(mean, share):
        return MARGIN + SIZE * mean, MARGIN + SIZE * (1 - share)

    for report, colour, name, row in ((before, "#999999", "before", 0), (after, "#0066cc", "after calibration", 1)):
        places = [point(mean, share) for mean, share, _ in report["reliability"]]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{line}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(f'<text x="{MARGIN + 10}" y="{MARGIN + 18 + 16 * row}" fill="{colour}">{name}</text>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
            'font-family="sans-serif" font-size="12">',
            f'<rect width="{side}" height="{side}" fill="white"/>',
            f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIZE}" height="{SIZE}" fill="none" stroke="black"/>',
            f'<line x1="{MARGIN}" y1="{MARGIN + SIZE}" x2="{MARGIN + SIZE}" y2="{MARGIN}" stroke="#cccccc"/>',
            *parts,
            f'<text x="{side / 2}" y="{side - 10}" text-anchor="middle">confidence said</text>',
            f'<text x="14" y="{side / 2}" text-anchor="middle" transform="rotate(-90 14 {side / 2})">'
            "share that was right</text>",
            "</svg>",
            "",
        ]
    )


def figures(before, after, beside):
    """The markdown between the markers."""
    return [
        BEGIN,
        f"{after['clips']} labelled clips, open choice among {len(labels.identifiers())} identifiers; "
        "a clip's score is the "
        "mean over its windows, and any accepted identifier is a hit; mAP is over the identifiers with three clips or "
        "more.",
        "",
        *results_table(before, after, beside),
        "",
        "Expected calibration error of the first answer of each 3 s window: "
        f"{before['calibration_error']:.3f} before calibration, "
        f"{after['calibration_error']:.3f} after it.",
        "",
        "![reliability](reliability.svg)",
        "",
        *reliability_table(after),
        "",
        "### Each identifier",
        "",
        "3 s windows. `right first`: the share of its clips whose first answer is any identifier that counts as right "
        "for them (a growl may be called `dog_bark`). `itself in 3`: the share in which this identifier is among the "
        "first three. `AP`: its average precision over all clips. Most have few clips: read them as hints.",
        "",
        *label_table(after),
        "",
        "### Sources",
        "",
        *sources_table(),
        "",
        "### Not known",
        "",
        "No class of the teachers stands for "
        + listed(n for n in labels.untaught() if n not in labels.unknown())
        + "; they are learned from the few clips of `Training/labels/named-clips.csv` alone, so take them as hints.",
        "",
        "Neither a teacher nor a clip stands for these, so their scores stay low: " + listed(labels.unknown()) + ".",
        END,
    ]


def listed(names):
    return ", ".join(f"`{name}`" for name in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True, help="report without calibration")
    parser.add_argument("--after", required=True, help="report with calibration and teachers")
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=REPORT", help="other weights' report")
    parser.add_argument("--card", required=True)
    options = parser.parse_args()
    others = [text.partition("=") for text in options.beside]
    try:
        before, after = [json.load(open(path)) for path in (options.before, options.after)]
        beside = [(name, json.load(open(path))) for name, _, path in others]
        with open(options.card) as stream:
            card = stream.read()
    except (OSError, ValueError) as error:
        sys.exit(f"model_card: {error}")
    if BEGIN not in card or END not in card:
        sys.exit(f"model_card: {options.card}: no lines '{BEGIN}' and '{END}'")
    text = "\n".join(figures(before, after, beside))
    with open(options.card, "w") as stream:
        stream.write(re.sub(re.escape(BEGIN) + ".*" + re.escape(END), lambda _: text, card, flags=re.S))
    with open(os.path.join(os.path.dirname(os.path.abspath(options.card)), "reliability.svg"), "w") as stream:
        stream.write(diagram(before, after))


if __name__ == "__main__":
    main()
