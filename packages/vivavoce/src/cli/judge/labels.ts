import { InputError, plural, safeLine } from "../../base/index.ts";
import { parseLabels } from "../../calibration/index.ts";
import type { Label } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import { commandOf, type FlagsOf, flagRows, refuseTogether } from "../command.ts";
import { invocation } from "../invocation.ts";
import { readNamed, writeNamed } from "../named-file.ts";
import { print, printError } from "../print.ts";
import { writeReport } from "../streams.ts";
import { type Surroundings, withStore } from "../surroundings.ts";

const rows = flagRows({
  "--json": "as JSON",
  "--export <file>": "write every label to this file, one JSON line each, to commit or to send",
  "--import <file>": "add the labels of such a file; those that are known already stay as they are",
});
type LabelFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [["[suite]", "only the labels of this suite"]],
  flags: rows,
  notes: `Of several labels by the same person on the same criterion the newest counts, and is listed; --export writes all.
Labels are given on the review page: viva view, then Review.

Examples:
  viva judge labels
  viva judge labels coach --export labels/ana.jsonl
  viva judge labels --import labels/ben.jsonl`,
  act(flags, suite: string | undefined) {
    if (suite !== undefined) refuseTogether("a suite", { import: flags.import });
    if (flags.json) refuseTogether("--json", { export: flags.export, import: flags.import });
    if (flags.export !== undefined) refuseTogether("--export", { import: flags.import });
    return withStore((store, around) => {
      if (flags.import !== undefined) return importLabels(store, around, flags.import);
      if (flags.export !== undefined) return exportLabels(store, around, flags.export, suite);
      return listLabels(store, suite, flags);
    });
  },
});

async function listLabels(store: Store, suite: string | undefined, { json = false }: LabelFlags): Promise<void> {
  const labels = await store.labels.list({ suite });
  if (json) return writeReport(`${JSON.stringify(labels, null, 2)}\n`);
  if (labels.length === 0) {
    const where = suite === undefined ? "" : ` of suite ${safeLine(suite, 60)}`;
    return print(`no labels${where} yet: ${invocation()} view has a page for them, Review`);
  }
  for (const label of labels) print(`${labelLines(label).join("\n")}`);
  const raters = new Set(labels.map(({ rater }) => rater));
  const random = labels.filter(({ sampled }) => sampled.how === "random").length;
  const people = raters.size === 1 ? "1 person" : `${raters.size} people`;
  print(`${plural(labels.length, "label")} by ${people}; ${random} drawn at random`);
}

function labelLines(label: Label): string[] {
  const { verdict, judged, rater, labelledAt, suite, run, caseId, metric, criterion, criterionText, reason } = label;
  const when = new Date(labelledAt).toISOString().slice(0, 10);
  const judge = judged === "none" ? "the judge did not decide" : `the judge: ${judged}`;
  return [
    `${verdict.padEnd(7)}  ${safeLine(rater, 40)}, ${when}; ${judge}`,
    `         ${safeLine(suite, 40)} · ${safeLine(caseId, 40)} · run ${safeLine(run, 12)}`,
    `         ${safeLine(metric, 40)}${criterion === "" ? "" : ` ${safeLine(criterion, 20)}`}: ${safeLine(criterionText, 200)}`,
    ...(reason === "" ? [] : [`         “${safeLine(reason, 300)}”`]),
  ];
}

async function exportLabels(store: Store, { cwd }: Surroundings, file: string, suite?: string): Promise<void> {
  const labels = await store.labels.all({ suite });
  const lines = labels.map((label) => `${JSON.stringify(label)}\n`);
  const path = await writeNamed(file, { cwd, fault: "the labels cannot be written" }, lines);
  print(`${plural(labels.length, "label")} written to ${path}`);
}

async function importLabels(store: Store, { cwd, redactor }: Surroundings, file: string): Promise<void> {
  const text = await readNamed(file, { cwd, fault: "the labels cannot be read" });
  const stored = await store.labels.all();
  const { added, known, problems } = parseLabels(text, { file, stored, redactor });
  if (problems.length > 0) throw new InputError(problems);
  await store.labels.add(...added);
  print(`${plural(added.length, "label")} imported, ${known} known already`);
  const runs = new Set((await store.runs.list(Number.MAX_SAFE_INTEGER)).map(({ id }) => id));
  const elsewhere = added.filter(({ run }) => !runs.has(run)).length;
  if (elsewhere > 0)
    printError(
      `note: ${plural(elsewhere, "label")} of runs that are not in this store: they count, but cannot be shown`,
    );
}
