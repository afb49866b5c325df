import { randomUUID } from "node:crypto";
import { z } from "zod";
import { hashOf, toJsonValue } from "../base/index.ts";

/**
 * Where a model's answer came from, the least certain first: asked in this run, asked in an earlier run, replayed from a
 * tape of a live run, replayed from what a person wrote. A sampled answer may be another one next time; a hand-written
 * one never is.
 */
export const answerOrigins = ["live", "cached", "recorded", "hand-written"] as const;
type AnswerOrigin = (typeof answerOrigins)[number];

/** What a trial's result rests on. */
export const trialAnswersSchema = z.object({
  /** The least certain of its answers. "none": no model was asked through Viva. "unknown": perhaps one by other ways. */
  origin: z.enum(["unknown", ...answerOrigins, "none"]),
  /** How many answers of each origin there were, for the agent, the judge and the simulated user together. */
  answers: z.partialRecord(z.enum(answerOrigins), z.int().min(1)).exactOptional(),
  /** The draws of the agent's and the simulated user's answers. */
  draws: z.array(z.string()).exactOptional(),
  /** A connection was made, or a program started, that Viva did not see through: a model may have answered over it. */
  unseen: z.literal(true).exactOptional(),
});
export type TrialAnswers = z.infer<typeof trialAnswersSchema>;

/** Stands behind the id of an answer that a cache on its way had already given, as far as it says so. */
export const keptMark = ", kept by a cache";

/**
 * Names one live answer wherever it is kept. Never made from a seed: two answers are one draw only if their ids agree. What
 * a provider has numbered, and something between it and Viva gives twice, is one draw. Short numbers may come again by
 * chance, and a stand-in may give all its answers the same. A cache may number what it gives anew, so what it says to have
 * kept is also known by its words, as a second draw behind a comma.
 */
export function newDraw({
  id = "",
  text,
  toolCalls,
}: {
  id?: string | undefined;
  text: string;
  toolCalls: readonly object[];
}): string {
  const [number = "", ...kept] = id.split(keptMark);
  const words = { text, toolCalls: toJsonValue(toolCalls) };
  const known = [...(number.length >= 20 ? [{ id: number, ...words }] : []), ...(kept.length > 0 ? [words] : [])];
  if (known.length > 0) return known.map((one) => `p${hashOf(one).slice(0, 16)}`).join();
  // Node keeps random bytes ready for these. The letter keeps it from looking like somebody's number.
  return `d${randomUUID().replaceAll("-", "").slice(16)}`;
}

/** A call record, as far as it says where its answer came from. */
interface Answered {
  role: string;
  origin?: AnswerOrigin | undefined;
  draw?: string | undefined;
}

/** Sums up a trial's answers, together with those that it had before. */
export function answersOf(
  records: readonly Answered[],
  { unseen = false, before }: { unseen?: boolean; before?: TrialAnswers | undefined } = {},
): TrialAnswers {
  const answers = { ...before?.answers };
  for (const { origin = "live" } of records) answers[origin] = (answers[origin] ?? 0) + 1;
  const draws = [
    ...(before?.draws ?? []),
    ...records.flatMap(({ role, origin, draw }) =>
      role === "judge" || origin === "hand-written" || !draw ? [] : draw.split(","),
    ),
  ];
  const isUnseen = unseen || before?.unseen === true;
  const known = answerOrigins.find((origin) => answers[origin] !== undefined || before?.origin === origin) ?? "none";
  const isComputed = known === "hand-written" || known === "none";
  return {
    origin: (isUnseen && isComputed) || before?.origin === "unknown" ? "unknown" : known,
    ...(Object.keys(answers).length === 0 ? {} : { answers }),
    ...(draws.length === 0 ? {} : { draws }),
    ...(isUnseen ? { unseen: true } : {}),
  };
}

/** What was kept of a trial's answers before there were draws: a word, and for some a digest. */
export function answersFromWord(kept: string): TrialAnswers {
  const [word = ""] = kept.split(":", 1);
  if (word === "none") return { origin: "none" };
  const origin = { live: "live", mixed: "live", cache: "cached", tape: "recorded", "hand-written": word }[word];
  return { origin: answerOrigins.find((one) => one === origin) ?? "unknown" };
}

/** How many of some answers are from an earlier run, and how many there are. */
export function earlierAnswers(answers: TrialAnswers["answers"] = {}): { cached: number; all: number } {
  return { cached: answers.cached ?? 0, all: Object.values(answers).reduce((sum, count) => sum + count, 0) };
}
