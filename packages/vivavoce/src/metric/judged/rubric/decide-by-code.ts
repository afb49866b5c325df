import type { Case, Quote } from "../../../shape/index.ts";
import { quoteReply } from "../../evidence.ts";
import { isPoint } from "./check-rubric.ts";
import type { CodeDecision, Dimension, RubricReply, RubricScale } from "./dimension.ts";
import type { RubricSettings } from "./options.ts";

/** Who decides one dimension of one reply: code, or the judge among the scores that code allows. */
export type DimensionDecision =
  | { by: "code"; score: number; reason: string; evidence: readonly Quote[] }
  | { by: "judge"; points: readonly number[]; mayNotApply: boolean; bound: string | undefined };

/** What code says about a dimension. If its bounds allow one score, that decides; bounds that allow none are a fault. */
export function decideByCode(
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
  if (said.exactly === undefined && said.oneOf !== undefined) {
    const off = said.oneOf.find((point) => !isPoint(point, scale));
    if (off !== undefined) throw offScale(id, off, scale);
    if (said.oneOf.length === 0) throw new Error(`the code of ${id} allows no score: oneOf is empty`);
    const left = pointsOf(scale).filter((point) => said.oneOf.includes(point));
    return { left, words: `one of ${left.join(", ")}` };
  }
  const bounds = said.exactly === undefined ? said : { atLeast: said.exactly, atMost: said.exactly };
  const { atLeast = scale.min, atMost = scale.max } = bounds;
  refuseBounds(id, [atLeast, atMost], scale);
  const left = pointsOf(scale).filter((point) => point >= atLeast && point <= atMost);
  return { left, words: boundWords(atLeast, atMost, scale) };
}

function offScale(id: string, point: number, { min, max }: RubricScale): Error {
  return new Error(`the code of ${id} says ${point}, which is not a whole number from ${min} to ${max}`);
}

export function pointsOf({ min, max }: RubricScale): number[] {
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

function refuseBounds(id: string, bounds: readonly [number, number], scale: RubricScale): void {
  const off = bounds.find((bound) => !isPoint(bound, scale));
  if (off !== undefined) throw offScale(id, off, scale);
  const [atLeast, atMost] = bounds;
  if (atLeast > atMost) throw new Error(`the code of ${id} allows no score: at least ${atLeast} and at most ${atMost}`);
}

function boundWords(atLeast: number, atMost: number, { min, max }: RubricScale): string {
  return [...(atLeast > min ? [`at least ${atLeast}`] : []), ...(atMost < max ? [`at most ${atMost}`] : [])].join(
    " and ",
  );
}
