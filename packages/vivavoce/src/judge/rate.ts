import { InputError } from "../base/index.ts";
import type { ChatMessage, Model, ModelAnswer, TokenLogprob } from "../model/index.ts";
import { type Finding, inquire, together } from "./attempts.ts";
import { fence } from "./fence.ts";
import { Unscored } from "./judgement.ts";
import { invalid, type ParsedAnswer, spokenText } from "./parse-answer.ts";
import { judgeMessages, type Refusal, stepWords } from "./prompt.ts";
import { inOrderFor, type MenuEntry, type Question, type Subject } from "./question.ts";
import { recordOf, worldFacts } from "./record.ts";

/** The two ends of a scale of whole numbers. */
export type Scale = readonly [min: number, max: number];

/** The points of a scale, each with a share; of answers, or the probability that it was given. */
type Shares = ReadonlyMap<number, number>;

/**
 * The expected score: the points of a scale, weighted by their probabilities, which are scaled to sum to 1 (as in G-Eval,
 * Liu et al. 2023). Undefined if the points have no probability at all.
 */
function expectedScore(shares: Shares, scale: Scale) {
  // In one order, so that the sum does not depend on that of the alternatives.
  const points = [...shares].sort(([a], [b]) => a - b);
  const mass = points.reduce((sum, [, probability]) => sum + probability, 0);
  if (!(mass > 0)) return undefined;
  const value = points.reduce((sum, [point, probability]) => sum + point * probability, 0) / mass;
  const variance = points.reduce((sum, [point, probability]) => sum + probability * (point - value) ** 2, 0) / mass;
  return {
    /** On the scale itself. */
    value,
    /** The same in [0, 1]: the scale's own ends are 0 and 1. */
    unit: unitOf(value, scale),
    /** The total probability of the points of the scale, before it was scaled to 1. */
    mass,
    /** The standard deviation on the scale. */
    sd: Math.sqrt(variance),
  };
}

/** The point of the scale that a token names: "4", " 4"; undefined if it names none. */
function pointOf(token: string, [min, max]: Scale): number | undefined {
  const text = token.trim();
  if (!/^-?\d+$/.test(text)) return undefined;
  const point = Number(text);
  return point >= min && point <= max ? point : undefined;
}

export function unitOf(value: number, [min, max]: Scale): number {
  return (value - min) / (max - min);
}

/** Refuses a scale with fewer than two points. */
export function checkScale([min, max]: Scale): void {
  if (Number.isInteger(min) && Number.isInteger(max) && min < max) return;
  throw new InputError({
    message: `[${min}, ${max}] is not a scale`,
    remedy: "Give two whole numbers, the lower first, such as [1, 5].",
  });
}

/**
 * A menu of the whole numbers of a scale, with a meaning for each or for some.
 *
 * @example scaleMenu([1, 3], { 1: "rude", 3: "kind" })
 */
export function scaleMenu(scale: Scale, meanings: Readonly<Record<number, string>> = {}): MenuEntry[] {
  checkScale(scale);
  const [min, max] = scale;
  return Array.from({ length: max - min + 1 }, (_, index) => {
    const point = min + index;
    return { verdict: `${point}`, meaning: meanings[point] ?? `between its neighbours` };
  });
}

/** A question whose answer is one number without reasons: a score for all of its items together. */
interface RatingQuestion extends Omit<Question, "menu" | "evidence" | "sources"> {
  scale: Scale;
}

/** How many answers are sampled by default if the provider gives no probabilities. */
export const usualSamples = 5;

/** As many alternatives as providers report. */
const alternatives = 20;

/**
 * Asks for a score and computes its expected value (the average weighted by probability) over the scale: from the
 * probabilities of the score's token in one call or, if the provider gives none, from several sampled answers. It never
 * asks for reasoning, which would decide the token.
 */
export async function rate(
  model: Model,
  question: RatingQuestion,
  subject: Subject,
  { samples = usualSamples }: { samples?: number | undefined } = {},
) {
  checkScale(question.scale);
  const messages = ratingPrompt(inOrderFor(model, question), subject);
  const findings: Finding<number>[] = [];
  const once = async (seed?: number) => {
    const finding = await inquire(model, {
      items: 1,
      request: (refusal) => ({
        messages: messages(refusal),
        temperature: 1,
        topLogprobs: alternatives,
        ...(seed === undefined ? {} : { seed }),
      }),
      read: (answer) => readScore(answer, question.scale),
    });
    findings.push(finding);
    return finding;
  };
  const first = await once();
  const probabilities = scoreProbabilities(first.answer.logprobs, first.value, question.scale);
  while (!probabilities && findings.length < samples) await once(findings.length);
  const expected = expectedScore(probabilities ?? sharesOf(findings), question.scale);
  if (!expected) throw new Unscored("no point of the scale has any probability");
  /** Whether the provider's log-probabilities were used or, because it gives none, several answers. */
  const mode: "probability" | "sampled" = probabilities ? "probability" : "sampled";
  return { ...expected, mode, ...together(findings) };
}

/** How often each score was given. */
function sharesOf(findings: readonly Finding<number>[]): Shares {
  const groups = Map.groupBy(findings, ({ value }) => value);
  return new Map([...groups].map(([point, own]) => [point, own.length / findings.length]));
}

function readScore(answer: ModelAnswer, scale: Scale): ParsedAnswer<number> {
  const said = spokenText(answer);
  if (!said.ok) return said;
  // "4", "Score: 4", "4.0", "4/5", "4 out of 5"
  const [, written, most = `${scale[1]}`] =
    /^[^\p{L}\p{N}-]*(?:score[^\p{L}\p{N}-]*)?(-?\d+)(?:\.0+)?(?:\s*(?:\/|(?:out )?of)\s*(\d+)(?:\.0+)?)?[^\p{L}\p{N}]*$/iu.exec(
      said.value,
    ) ?? [];
  if (written === undefined) return invalid("the answer is not one number alone");
  if (Number(most) !== scale[1])
    return invalid(`${written} out of ${most} is on another scale than from ${scale[0]} to ${scale[1]}`);
  const point = pointOf(written, scale);
  return point === undefined
    ? invalid(`${written} is off the scale from ${scale[0]} to ${scale[1]}`)
    : { ok: true, value: point };
}

/** What is asked about the record where the answer is one score. */
export function ratingText({ instructions, steps, scale }: RatingQuestion): string {
  return [
    "Question: give one score for all items below together.",
    instructions,
    ...stepWords(steps),
    `The score says how far the conversation meets all items together: ${rangeWords(scale)}.`,
  ].join("\n\n");
}

function rangeWords([min, max]: Scale): string {
  return `a whole number from ${min} (not at all) to ${max} (fully)`;
}

function ratingPrompt(question: RatingQuestion, { transcript, repeat }: Subject) {
  const mark = fence.mark(transcript, repeat);
  const facts = [...worldFacts(transcript, question.world), ...(question.facts ?? [])];
  const record = recordOf(transcript, facts, transcript.exchanges.length);
  const items = question.items.map(({ id, text }) => ({ item: id, text }));
  const after = [`The score alone, ${rangeWords(question.scale)}:`];
  return (refusal?: Refusal): ChatMessage[] =>
    judgeMessages({ question: ratingText(question), items, after }, { record, mark, refusal });
}

/**
 * The probabilities of the points of a scale, taken from the token in which the judge wrote its score (searched from the
 * end). All alternatives that name a point count, " 4" and "4" together. Undefined if there are no log-probabilities or
 * no alternatives, the score is not a token of its own, or a token may be only the beginning of a longer point.
 */
function scoreProbabilities(
  logprobs: readonly TokenLogprob[] | undefined,
  score: number,
  scale: Scale,
): Shares | undefined {
  // In "5/5" the first number counts.
  const over = logprobs?.findLastIndex(({ token }) => /^\s*(?:\/|out|of)/.test(token)) ?? -1;
  const behind = logprobs?.slice(Math.max(0, over)).map(({ token }) => token);
  const isOver = over >= 0 && /^\W*(?:(?:out )?of)?\s*\d+\W*$/.test(behind?.join("") ?? "");
  const said = isOver ? logprobs?.slice(0, over) : logprobs;
  const isScore = (candidate: TokenLogprob) => pointOf(candidate.token, scale) === score;
  const token = said?.findLast(isScore) ?? logprobs?.findLast(isScore);
  // Without alternatives there is one answer and no probabilities of others, whatever its own is.
  if (!token || token.top.length === 0) return undefined;
  const alternatives = token.top.some((top) => top.token === token.token) ? token.top : [token, ...token.top];
  const sums = new Map<number, number>();
  for (const { token: text, logprob } of alternatives) {
    const point = pointOf(text, scale);
    if (point !== undefined) sums.set(point, (sums.get(point) ?? 0) + Math.exp(logprob));
  }
  if (mayGoOn([...sums.keys()], scale)) return undefined;
  return sums;
}

/**
 * Whether a point may be the first digit of another: "1" of 10 where the model writes each digit as a token of its own. If
 * one of the longer points is a token too, the model has such tokens.
 */
function mayGoOn(points: readonly number[], [min, max]: Scale): boolean {
  return points.some((point) => {
    const hasLonger = point !== 0 && point * 10 >= min && point * 10 <= max;
    return hasLonger && !points.some((other) => other !== point && `${other}`.startsWith(`${point}`));
  });
}
