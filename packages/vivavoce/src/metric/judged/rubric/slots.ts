import { InputError } from "../../../base/index.ts";
import { evidenceFor, type ItemVerdict, unitOf } from "../../../judge/index.ts";
import { type Case, type Quote, replyOf, type Transcript } from "../../../shape/index.ts";
import { quoteReply } from "../../evidence.ts";
import { mean, quotedItems } from "../combine.ts";
import type { JudgedEntry, JudgedItem, JudgedOutcome } from "../definition.ts";
import { type CodeDecision, type Dimension, type RubricReply, type RubricSettings, wordsOf } from "./options.ts";

/** The verdict that drops a dimension. */
const notApplicable = "not applicable";

/** The score of a dimension. */
export type DimensionScore = number | typeof notApplicable;

type RubricScale = RubricSettings["scale"];

/** One dimension of one reply, and who decides it. */
interface DimensionSlot {
  /** The item's id: the dimension's, followed by the exchange if every reply is scored. */
  id: string;
  dimension: Dimension;
  /** The exchange of the reply. */
  exchange: number;
  decision: DimensionDecision;
}

/** Every dimension of every reply that is scored, or why there is none. Exchanges in which nothing was said have none. */
export function slotsOf(rubric: RubricSettings, transcript: Transcript, testCase: Case): DimensionSlot[] | string {
  const replies = repliesOf(transcript, rubric.exchange);
  if (replies.length === 0) return nothingToScore(rubric.exchange);
  return replies.flatMap((reply) =>
    rubric.dimensions.map((dimension): DimensionSlot => {
      const { number } = reply.exchange;
      const id = rubric.exchange === "every" ? `${dimension.id}.${number}` : dimension.id;
      return { id, dimension, exchange: number, decision: decideByCode(dimension, reply, testCase, rubric) };
    }),
  );
}

function repliesOf(transcript: Transcript, which: RubricSettings["exchange"]): RubricReply[] {
  const { exchanges } = transcript;
  const chosen =
    which === "every"
      ? exchanges
      : which === "last"
        ? exchanges.slice(-1)
        : exchanges.filter(({ number }) => number === which);
  return chosen
    .map((exchange) => ({ text: replyOf(exchange), exchange, transcript }))
    .filter(({ text }) => text.trim() !== "");
}

function nothingToScore(which: RubricSettings["exchange"]): string {
  if (which === "every") return "the agent said nothing";
  return which === "last" ? "the last exchange has no reply" : `exchange ${which} was not played, or has no reply`;
}

/** Who decides one dimension of one reply: code, or the judge among the scores that code allows. */
type DimensionDecision =
  | { by: "code"; score: number; reason: string; evidence: readonly Quote[] }
  | { by: "judge"; points: readonly number[]; mayNotApply: boolean; bound: string | undefined };

/** What code says about a dimension. If its bounds allow one score, that decides; bounds that allow none are a fault. */
function decideByCode(
  dimension: Dimension,
  reply: RubricReply,
  testCase: Case,
  { scale, code }: Pick<RubricSettings, "scale" | "code">,
): DimensionDecision {
  const points = pointsOf(scale);
  const open: DimensionDecision = {
    by: "judge",
    points,
    mayNotApply: dimension.notApplicable ?? false,
    bound: undefined,
  };
  const said = code === false ? undefined : dimension.code?.(reply, testCase);
  if (!said) return open;
  const { reason, evidence = [quoteReply(reply.exchange.number, reply.text)] } = said;
  const { left, words } = pointsLeft(dimension.id, said, scale);
  const [only] = left;
  if (only !== undefined && left.length === 1) return { by: "code", score: only, reason, evidence };
  if (left.length === points.length) return open;
  return { by: "judge", points: left, mayNotApply: false, bound: `${words}: ${reason}` };
}

/** The scores that code allows, also in words. */
function pointsLeft(id: string, said: CodeDecision, scale: RubricScale): { left: number[]; words: string } {
  const { min, max } = scale;
  const { exactly } = said;
  const listed = exactly === undefined ? said.oneOf : [exactly];
  const { atLeast = min, atMost = max } = exactly === undefined && said.oneOf === undefined ? said : {};
  const off = (listed ?? [atLeast, atMost]).find((point) => !pointsOf(scale).includes(point));
  if (off !== undefined)
    throw new Error(`the code of ${id} says ${off}, which is not a whole number from ${min} to ${max}`);
  const left = pointsOf(scale).filter((point) => listed?.includes(point) ?? (point >= atLeast && point <= atMost));
  if (left.length === 0) {
    const why = listed ? "oneOf is empty" : `at least ${atLeast} and at most ${atMost}`;
    throw new Error(`the code of ${id} allows no score: ${why}`);
  }
  const bounds = [...(atLeast > min ? [`at least ${atLeast}`] : []), ...(atMost < max ? [`at most ${atMost}`] : [])];
  return { left, words: listed ? `one of ${left.join(", ")}` : bounds.join(" and ") };
}

function pointsOf({ min, max }: RubricScale): number[] {
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

/** The verdicts for these points of a scale, or for all. */
export function menuOfPoints(
  { min, max }: RubricScale,
  points: readonly number[] = pointsOf({ min, max }),
): JudgedEntry[] {
  return points.map((point) => ({
    verdict: `${point}`,
    meaning: `score ${point} of the dimension`,
    value: unitOf(point, [min, max]),
  }));
}

const doesNotApply: JudgedEntry = {
  verdict: notApplicable,
  meaning: "there is nothing in this conversation that the dimension could be about",
  evidence: "optional",
};

/** The items that the judge decides, each with the scores that code allows. */
export function judgedItems(slots: readonly DimensionSlot[], rubric: RubricSettings): readonly JudgedItem[] {
  const { scale } = rubric;
  const items = slots.flatMap(({ id, dimension, exchange, decision }): JudgedItem[] => {
    if (decision.by === "code") return [];
    const { points, mayNotApply, bound } = decision;
    const own = mayNotApply || bound !== undefined;
    const menu = [...menuOfPoints(scale, points), ...(mayNotApply ? [doesNotApply] : [])];
    const text = `${dimension.id} of the reply in exchange ${exchange}`;
    const settled = bound === undefined ? "" : `. Code has decided that it is ${bound}`;
    return [{ id, text: `${text}${settled}`, exchange, ...evidenceFor(wordsOf(dimension)), ...(own ? { menu } : {}) }];
  });
  return quotedItems(items, rubric);
}

/** The scores of all slots in one sample, by item id. */
type SlotScores = Readonly<Record<string, DimensionScore>>;

/** The scores of code, and the judge's for the rest. A slot without a verdict is left out. */
export function slotScores(slots: readonly DimensionSlot[], verdicts: readonly ItemVerdict[]): SlotScores {
  const given = new Map(verdicts.map(({ id, verdict }) => [id, verdict]));
  const scores = slots.flatMap(({ id, decision }): [string, DimensionScore][] => {
    if (decision.by === "code") return [[id, decision.score]];
    const verdict = given.get(id);
    if (verdict === undefined) return [];
    return [[id, verdict === notApplicable ? notApplicable : Number(verdict)]];
  });
  return Object.fromEntries(scores);
}

/** The result of one sample: the weighted score of each reply, and the mean over the replies. */
export function outcomeOf(
  scores: SlotScores,
  slots: readonly DimensionSlot[],
  { scale, dimensions }: RubricSettings,
): JudgedOutcome {
  const { min, max } = scale;
  const replies = [...Map.groupBy(slots, ({ exchange }) => exchange)].map(([exchange, own]) => {
    const entries = own.flatMap(({ id, dimension }): [string, DimensionScore][] => {
      const score = scores[id];
      return score === undefined ? [] : [[dimension.id, score]];
    });
    const byDimension = Object.fromEntries(entries);
    return { exchange, score: weightedScore(byDimension, dimensions), dimensions: byDimension };
  });
  const counted = replies.flatMap(({ score }) => score ?? []);
  if (counted.length === 0) return { skip: "none of the dimensions applies" };
  const value = mean(counted);
  return { value: unitOf(value, [min, max]), native: { value, min, max }, detail: { replies } };
}

/**
 * The weighted mean over the dimensions that apply; their weights are made to sum to 1 again. Undefined if none
 * applies. Throws if a dimension has no score.
 *
 * @example
 * weightedScore({ brevity: 4, tone: 1 }, [{ id: "brevity", weight: 0.9 }, { id: "tone", weight: 0.1 }]); // 3.7
 * weightedScore({ brevity: 4, tone: "not applicable" }, dimensions); // 4
 */
export function weightedScore(
  scores: Readonly<Record<string, DimensionScore>>,
  dimensions: readonly Pick<Dimension, "id" | "weight">[],
): number | undefined {
  refuseStrangers(scores, dimensions);
  const counted = dimensions.flatMap(({ id, weight }) => {
    const score = scores[id];
    return typeof score === "number" ? [{ score, weight }] : [];
  });
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0)) return undefined;
  // Summed as distances from the lowest score, so that equal scores stay exact: all 5 gives 5, not 5.000000001.
  const lowest = Math.min(...counted.map(({ score }) => score));
  return lowest + counted.reduce((sum, { score, weight }) => sum + (score - lowest) * weight, 0) / total;
}

function refuseStrangers(
  scores: Readonly<Record<string, DimensionScore>>,
  dimensions: readonly Pick<Dimension, "id">[],
): void {
  const ids = dimensions.map(({ id }) => id);
  const strangers = Object.keys(scores).filter((id) => !ids.includes(id));
  const missing = ids.filter((id) => scores[id] !== notApplicable && !Number.isFinite(scores[id]));
  const known = `There are: ${ids.join(", ")}.`;
  const give = `Give it a number, or "${notApplicable}".`;
  const problems = [
    ...strangers.map((id) => ({ message: `there is no dimension ${JSON.stringify(id)}`, remedy: known })),
    ...missing.map((id) => ({ message: `the dimension ${JSON.stringify(id)} has no score`, remedy: give })),
  ];
  if (problems.length > 0) throw new InputError(problems);
}
