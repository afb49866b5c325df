import { type JsonObject, safeLine, toJsonValue } from "../../base/index.ts";
import type { ItemVerdict, Judgement, together } from "../../judge/index.ts";
import { type Check, check, type Quote } from "../../shape/index.ts";
import type { JudgedDefinition, JudgedEntry, JudgedItem, JudgedOutcome } from "./definition.ts";

type Counted = Exclude<JudgedOutcome, { skip: string }>;
type Agreement = Judgement["agreements"][number];
type Quoted = Pick<JudgedDefinition, "quotes">;
type SecondValue = NonNullable<Counted["also"]>[number];

/** The default threshold of a judged metric. */
export const usualThreshold = 0.7;
const tolerance = 1e-9;

/**
 * Combines several samples: the mean of each number, with the spread. Samples that find nothing to judge are left out;
 * if most samples find nothing, the score is skipped. The same holds for each of several values.
 */
export function combine(
  outcomes: readonly JudgedOutcome[],
  judgement: Judgement,
  { threshold = usualThreshold, quotes }: Quoted & Pick<JudgedDefinition, "threshold">,
) {
  const counted = outcomes.filter((outcome): outcome is Counted => !("skip" in outcome));
  const skips = outcomes.flatMap((outcome) => ("skip" in outcome ? [outcome.skip] : []));
  const [first] = counted;
  if (!first || skips.length > counted.length) return { skip: skips[0] ?? "nothing was judged" };
  const [main, ...also] = meanValues(counted.map((outcome) => namedValues(outcome, threshold)));
  if (!main) return { skip: "the samples do not agree on what applies" };
  const { value } = main;
  const native = first.native && {
    ...first.native,
    value: mean(counted.flatMap((outcome) => outcome.native?.value ?? [])),
  };
  return {
    value,
    threshold: main.threshold,
    native,
    checks: secondChecks(also),
    /** Set if more than one value decides. */
    passed: also.length === 0 ? undefined : [main, ...also].every(isMet),
    detail: {
      ...(toJsonValue(first.detail ?? {}) as JsonObject),
      ...(also.length === 0 ? {} : { also: toJsonValue(also) }),
      ...(outcomes.length === 1 ? {} : { samples: samplesDetail(counted, skips.length, judgement) }),
      judge: judgeDetail(judgement),
      ...(quotes === "failures" ? { quotes: "only where a verdict is against the agent" } : {}),
    },
  };
}

function namedValues(outcome: Counted, usual: number): readonly SecondValue[] {
  const { id = "", label = "", value, threshold = usual, also = [] } = outcome;
  return [{ id, label, value, threshold }, ...also];
}

/** The mean of each value over the samples that have it. A value that most samples lack is left out. */
function meanValues(samples: readonly (readonly SecondValue[])[]): SecondValue[] {
  const all = samples.toSorted((one, other) => other.length - one.length).flat();
  return [...Map.groupBy(all, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own;
    return first && own.length * 2 >= samples.length ? [{ ...first, value: mean(own.map(({ value }) => value)) }] : [];
  });
}

export function isMet({ value, threshold }: Pick<SecondValue, "value" | "threshold">): boolean {
  return value >= threshold * (1 - tolerance);
}

function samplesDetail(counted: readonly Counted[], skipped: number, { agreements }: Judgement): JsonObject {
  const values = counted.map(({ value }) => value);
  return {
    values,
    mean: mean(values),
    spread: spread(values),
    skipped,
    votes: Object.fromEntries(agreements.map(({ id, votes }) => [id, votes])),
    ties: agreements.filter(({ winner }) => winner === undefined).map(({ id }) => id),
  };
}

/** What was asked and answered, for people who look into a score. */
export function judgeDetail(asked: ReturnType<typeof together> & Partial<Pick<Judgement, "samples">>): JsonObject {
  const { calls, servedModels, warnings, answers, samples = answers } = asked;
  const models = [...new Set(samples.map(({ model }) => model))];
  return { calls, models, servedModels, warnings, answers: toJsonValue(answers) };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard deviation of the samples; 0 for one. */
function spread(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

/** One check for each item: the verdict that most samples gave, its reason and its quotes. */
export function itemChecks(
  agreements: Judgement["agreements"],
  items: readonly JudgedItem[],
  { menu, quotes }: Quoted & Pick<JudgedDefinition, "menu">,
): Check[] {
  return agreements.flatMap((agreement, index) => {
    const item = items[index];
    if (!item) return [];
    const check = itemCheck(agreement, item, item.menu ?? menu);
    const unquoted =
      quotes === "failures" && check.ok ? { reason: `${check.reason} (no quote was asked for)`.trim() } : {};
    return [{ ...check, ...unquoted }];
  });
}

function itemCheck({ id, winner, votes, voices }: Agreement, item: JudgedItem, menu: readonly JudgedEntry[]): Check {
  const entryOf = (verdict: string) => menu.find((entry) => entry.verdict === verdict);
  const values = voices.flatMap(({ verdict }) => entryOf(verdict)?.value ?? []);
  const voice = voices.find(({ verdict }) => verdict === winner) ?? voices[0];
  const entry = winner === undefined ? undefined : entryOf(winner);
  const reason = voice?.reasoning.trim() || (voice && entryOf(voice.verdict)?.meaning) || "";
  const tie = `the judges are divided (${Object.entries(votes)
    .map(([verdict, count]) => `${verdict} ${count}`)
    .join(", ")})`;
  return {
    id,
    label: safeLine(item.text, 300),
    ...(item.dimension === undefined ? {} : { dimension: safeLine(item.dimension, 120) }),
    verdict: winner ?? "tie",
    ok: entry !== undefined && isFor(entry),
    ...(values.length === 0 ? {} : { value: mean(values) }),
    reason: winner === undefined ? `${tie}: ${reason}` : reason,
    evidence: evidenceOf(voice, item),
  };
}

/** Whether a verdict speaks for the agent, or at least not against it. */
function isFor({ ok, value = 1 }: Pick<JudgedEntry, "ok" | "value">): boolean {
  return ok ?? value >= 1;
}

/** The judge's quotes. If it gave none, the item itself, if that is taken from the record. */
function evidenceOf(voice: ItemVerdict | undefined, { text, source, exchange }: JudgedItem): Quote[] {
  if (voice && voice.evidence.length > 0) return voice.evidence;
  return source === undefined ? [] : [{ text, source, ...(exchange === undefined ? {} : { exchange }) }];
}

/** One check for each further value that has to hold. */
function secondChecks(values: readonly SecondValue[]): Check[] {
  return values.map((second) => {
    const { id, label, value, threshold } = second;
    const shown = value.toFixed(2);
    const reason = `${shown}; at least ${threshold} is needed`;
    return check(id, isMet(second), reason, { label, verdict: shown, value });
  });
}

/** The menu with its rules for quotes: all of them, or only those for verdicts against the agent. */
export function quotedMenu<Entry extends JudgedEntry>(menu: readonly Entry[], { quotes }: Quoted): readonly Entry[] {
  if (quotes !== "failures") return menu;
  return menu.map((entry) => (isFor(entry) ? { ...entry, evidence: "none" } : entry));
}

/** The same for items that have a menu of their own. */
export function quotedItems(items: readonly JudgedItem[], quoted: Quoted): readonly JudgedItem[] {
  return items.map((item) => (item.menu ? { ...item, menu: quotedMenu(item.menu, quoted) } : item));
}
