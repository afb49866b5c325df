import type { Problem } from "../base/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/** The parts of a suite that a problem names. */
type NamedSuite = Pick<LoadedSuite, "suite" | "file">;

/** A problem of a suite, at its file. */
export function suiteProblem({ suite, file }: NamedSuite, message: string, remedy: string): Problem {
  return { message: `suite ${suite.name}: ${message}`, place: { file }, remedy };
}
