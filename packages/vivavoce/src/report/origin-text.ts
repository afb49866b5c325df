import { plural } from "../base/index.ts";
import { answerOrigins, earlierAnswers, type TrialAnswers } from "../shape/index.ts";

type Counted = { answers?: TrialAnswers["answers"] | undefined };

/** "12 of 31 answers from an earlier run"; undefined if every answer is of this run. */
export function earlierText({ answers }: Counted): string | undefined {
  const { cached, all } = earlierAnswers(answers);
  return cached === 0 ? undefined : `${cached} of ${plural(all, "answer")} from an earlier run`;
}

/** "answers: 19 live, 12 cached", with what is known of earlier ones; undefined if there were none. */
export function countsText({ answers = {} }: Counted): string | undefined {
  const counts = answerOrigins.flatMap((origin) => (answers[origin] ? [`${answers[origin]} ${origin}`] : []));
  const earlier = earlierText({ answers });
  if (counts.length === 0) return undefined;
  return `answers: ${counts.join(", ")}${earlier === undefined ? "" : `; ${earlier}`}`;
}

/** What a trial rests on: "answers: 2 hand-written", "no model was asked". */
export function originText(given: TrialAnswers): string {
  const seen = countsText(given) ?? (given.origin === "none" ? "no model was asked" : `answers: ${given.origin}`);
  return given.unseen ? `${seen}, and what it did over connections of its own was not seen` : seen;
}
