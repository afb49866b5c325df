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

/** A given conversation on its way into the store. */
export interface KeptTranscript extends GivenTrial {
  case: Case;
  transcript: Transcript;
  /** Marks of redacted secrets that the transcript may hold, because Viva itself put them there. */
  marks: ReadonlySet<string> | undefined;
}
