import type { Transcript } from "../shape/index.ts";
import type { Addressed, FileRun } from "./file-run.ts";

/** The facts of a transcript that a test has played: where it is stored, and how it is scored. */
export interface PlayedTest {
  run: FileRun;
  trial: Addressed;
  /** The project's default for judged metrics. */
  threshold: number | undefined;
}

const played = new WeakMap<Transcript, PlayedTest>();

export function playedOf(transcript: Transcript): PlayedTest | undefined {
  return played.get(transcript);
}

export function keepPlayed(transcript: Transcript, facts: PlayedTest): Transcript {
  played.set(transcript, facts);
  return transcript;
}
