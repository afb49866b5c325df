import type { Case, Transcript } from "vivavoce";
import { callDataOf } from "../case.ts";
import { promptsGiven } from "../prompts-given.ts";

/** What the judge knows of a reply besides the conversation: the snippet's notes, and the prompt that it was worded under. */
export function examinerNotes(testCase: Case, transcript: Transcript): string {
  const { notes } = callDataOf(testCase);
  const last = transcript.exchanges.at(-1)?.number;
  const given = promptsGiven(transcript, testCase).find(({ exchange }) => exchange === last);
  return [
    `What a good reply does here, and what it must not do: ${notes}`,
    ...(given ? [wordedUnder(given)] : []),
  ].join("\n\n");
}

function wordedUnder({ prompt }: { prompt?: string }): string {
  return prompt === undefined
    ? "No model worded this reply: in an emergency a fixed text is said."
    : `The system prompt under which the reply was worded, whole:\n\n${prompt}`;
}
