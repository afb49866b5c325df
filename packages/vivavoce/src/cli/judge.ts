import type { Command } from "commander";
import { InputError, listed, plural, refuseUnknown, safeLine } from "../base/index.ts";
import { least, parseLabels, readCards, type StoredCard } from "../calibration/index.ts";
import { cardList, cardText, isAbout } from "../report/index.ts";
import type { Label } from "../shape/index.ts";
import { commandOf, type FlagsOf, flagRows, refuseTogether } from "./command.ts";
import audit from "./judge/audit.ts";
import { readNamed, writeNamed } from "./named-file.ts";
import { print, printError, printJson } from "./print.ts";
import { type Desk, withStore } from "./surroundings.ts";

const cardRows = flagRows({
  "--criterion <id>": "only this criterion: its id, or the beginning of its words",
  "--json": "as JSON, with every disagreement",
});
type CardFlags = FlagsOf<typeof cardRows>;

const card = commandOf({
  takes: [
    ["[suite]", "the suite's name; without it, every suite"],
    ["[metric]", "a judged metric of the suite; its card is shown in full"],
  ],
  flags: cardRows,
  notes: `A card compares the judge's verdicts with the labels that people gave on the page of \`viva view\`.
It needs at least ${least.labels} labels of ${least.cases} cases, and ${least.ofClass} passes or fails for each error rate.
With fewer it gives no figure.
It belongs to one version of criterion, prompt and judge. When one of these changes the card is stale.
\`viva score RUN --all\` scores the labelled conversations again.`,
  act: (flags, suite: string | undefined, metric: string | undefined) =>
    withStore(async (desk) => {
      const cards = chosen(await readCards(desk.store), suite, metric);
      if (flags.criterion !== undefined) refuseUnknownCriterion(cards, flags.criterion);
      if (flags.json) printJson(cardsJson(cards, flags));
      else print(cardsText(desk, cards, flags));
    }),
});

function cardsText({ style, invocation }: Desk, cards: readonly StoredCard[], { criterion }: CardFlags): string {
  const [card, second] = cards;
  if (!card) return "no judged metric was used yet: a card needs a run with a judge";
  if (!second) return cardText(card, { style, invocation, criterion });
  return `${cardList(cards, style)}\n\nin full: ${invocation} judge card SUITE METRIC`;
}

function cardsJson(cards: readonly StoredCard[], { criterion }: CardFlags) {
  const shown = cards.map((card) => ({
    ...card,
    parts: card.parts.filter((part) => criterion === undefined || isAbout(part, criterion)),
  }));
  return { format: 1, least, cards: shown };
}

function chosen(cards: readonly StoredCard[], suite: string | undefined, metric: string | undefined): StoredCard[] {
  const ofSuite = suite === undefined ? [...cards] : cards.filter((card) => card.suite === suite);
  const suites = cards.map((card) => card.suite);
  const otherwise = cards.length === 0 ? "Run a suite with a judge first." : undefined;
  refuseUnknown("judged metric of a suite", [suite], suites, { where: " in the store", otherwise });
  const metrics = ofSuite.map((card) => card.metric);
  refuseUnknown("judged metric", [metric], metrics, { where: ` in ${suite}` });
  return metric === undefined ? ofSuite : ofSuite.filter((card) => card.metric === metric);
}

function refuseUnknownCriterion(cards: readonly StoredCard[], criterion: string): void {
  const [card, second] = cards;
  if (second || !card)
    throw new InputError({
      message: "--criterion is for one metric",
      remedy: "Name it: viva judge card SUITE METRIC --criterion ID.",
    });
  const known = card.parts.flatMap(({ criterion: one }) => (one ? [one.id] : []));
  if (card.parts.some((part) => isAbout(part, criterion))) return;
  const shared =
    known.length === 0 ? "no labelled criterion is shared by several cases" : `it has ${listed(known, 10)}`;
  throw new InputError({
    message: `the card of ${card.metric} has no criterion ${JSON.stringify(criterion)}: ${shared}`,
    remedy: "Leave --criterion out to see all of them.",
  });
}

const labelRows = flagRows({
  "--json": "as JSON",
  "--export <file>": "write every label to this file, one JSON line each, to commit or to send",
  "--import <file>": "add the labels of such a file; those that are known already stay as they are",
});
type LabelFlags = FlagsOf<typeof labelRows>;

const labels = commandOf({
  takes: [["[suite]", "only the labels of this suite"]],
  flags: labelRows,
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
    return withStore((desk) => {
      if (flags.import !== undefined) return importLabels(desk, flags.import);
      if (flags.export !== undefined) return exportLabels(desk, flags.export, suite);
      return listLabels(desk, suite, flags);
    });
  },
});

async function listLabels({ store, invocation }: Desk, suite: string | undefined, { json }: LabelFlags): Promise<void> {
  const labels = await store.labels.list({ suite });
  if (json) return printJson(labels);
  if (labels.length === 0) {
    const where = suite === undefined ? "" : ` of suite ${safeLine(suite, 60)}`;
    return print(`no labels${where} yet: ${invocation} view has a page for them, Review`);
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

async function exportLabels({ store, cwd }: Desk, file: string, suite?: string): Promise<void> {
  const labels = await store.labels.all({ suite });
  const lines = labels.map((label) => `${JSON.stringify(label)}\n`);
  const path = await writeNamed(file, { cwd, fault: "the labels cannot be written" }, lines);
  print(`${plural(labels.length, "label")} written to ${path}`);
}

async function importLabels({ store, cwd, redactor }: Desk, file: string): Promise<void> {
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

const parts = {
  card: [card, "show how a judge compares with people's labels"],
  labels: [labels, "list, export and import what people said about what a judge judged"],
  audit: [
    audit,
    "ask a judge again about stored conversations, as they are and changed: how steady is it, what sways it?",
  ],
} as const;

export default function judge(command: Command): Command {
  for (const [name, [describe, does]] of Object.entries(parts))
    describe(command.command(name).summary(does).description(does).exitOverride());
  return command;
}
