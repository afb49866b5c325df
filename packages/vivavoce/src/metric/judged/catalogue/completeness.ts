import { Unscored, userItems } from "../../../judge/index.ts";
import type { Transcript } from "../../../shape/index.ts";
import type { Metric } from "../../types.ts";
import type { JudgedAnswer, JudgedEntry, JudgedItem, JudgedOptions, JudgedOutcome } from "../definition.ts";
import { heldExchanges, itemsOr, meanOr, nothingDone } from "../items.ts";
import { judgedMetric } from "../judged-metric.ts";

/**
 * Whether each thing the user asked for was met by the end of the conversation, line by line. Value: met / lines that ask for
 * something; a wish that runs over several lines counts once. Skipped if no line asks for anything. One judge call.
 *
 * @example completeness({ threshold: 1 })
 */
export function completeness({ name = "completeness", ...options }: JudgedOptions = {}): Metric {
  return judgedMetric({
    name,
    ...options,
    instructions:
      'Each item is a line of the user. Decide whether all that the user asks for in it was met by the end of the conversation, in the same exchange or a later one: answered, or done by tool calls that went through. A wish that runs over several lines is one wish: judge it at the line where it begins, together with all that later lines add to it or change in it; the lines that only go on with it are "continued". A line that asks for something else as well begins a wish of its own. That the agent says it did something is not enough where tool calls or the world show otherwise. A request that the agent declined, or only promised to see to, is not met. An answer to a question of the agent asks for nothing by itself, and what the user takes back later was not asked for.',
    menu: [...first, continued],
    world: "before-and-after",
    items: (transcript) => itemsOr(nothingDone, wishItems(transcript)),
    formula: meanOfWishes,
    parts: { first },
  });
}

const first: readonly JudgedEntry[] = [
  { verdict: "met", meaning: "everything that the line asks for was answered or done", value: 1 },
  {
    verdict: "not met",
    meaning: "something that the line asks for was neither answered nor done",
    value: 0,
    evidence: "required-or-absent",
  },
  { verdict: "not a request", meaning: "the line asks for nothing, or was taken back", evidence: "none" },
];

const continued: JudgedEntry = {
  verdict: "continued",
  meaning: "the line only goes on with a wish of an earlier line, which is judged there: quote that line",
  anywhere: true,
};

/** The lines that were answered. The first line cannot go on with an earlier wish. */
function wishItems(transcript: Transcript): JudgedItem[] {
  return userItems({ exchanges: heldExchanges(transcript) }).map((item, index) =>
    index === 0 ? { ...item, menu: first } : item,
  );
}

/** If a line goes on with a wish, but no earlier line has one, that wish would be dropped: such an answer is invalid. */
function meanOfWishes(answers: readonly JudgedAnswer[]): JudgedOutcome {
  const begins = answers.findIndex(({ value }) => value !== undefined);
  const loose = answers.find(
    ({ verdict }, index) => verdict === continued.verdict && (begins === -1 || index < begins),
  );
  if (loose) throw new Unscored(`the judge says that ${loose.id} goes on with a wish, and no line before it has one`);
  return meanOr("the user asked for nothing")(answers);
}
