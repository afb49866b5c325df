import { hashOf } from "../base/index.ts";
import type { Case } from "./case.ts";
import type { Transcript } from "./transcript.ts";

/** A case that came with a transcript and is not in the suite. */
export interface OwnCase {
  case: Case;
  hash: string;
}

/** Which trial a given transcript is. */
export interface GivenTrial {
  caseId: string;
  variant: Transcript["variant"];
  repeat: number;
  own: OwnCase | undefined;
}

/** Two given conversations belong to the same case if expectations and beginning agree. The rest is the agent's doing. */
export function ownCaseHash({ script, ...testCase }: Case): string {
  return hashOf({ ...testCase, script: script.slice(0, 1) });
}

/** A given conversation on its way into the store. */
export interface KeptTranscript extends GivenTrial {
  case: Case;
  transcript: Transcript;
  /** Marks of redacted secrets that the transcript may hold, because Viva itself put them there. */
  marks: ReadonlySet<string> | undefined;
}
