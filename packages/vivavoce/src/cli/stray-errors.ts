import { InputError, showProblem } from "../base/index.ts";
import { isOwnFault, strayProblem, takeStrayErrors } from "../suite/index.ts";
import { cleanText, printError } from "./print.ts";

const told = new Set<string>();
let telling = false;

/**
 * An agent may leave a promise or a timer behind that fails long after its trial. Such an error is printed once; it
 * fails no trial and does not change the exit code.
 */
export function reportStrayErrors(): void {
  told.clear();
  if (telling) return;
  telling = true;
  takeStrayErrors((error) => tellStray(showProblem(strayProblem(error))));
}

/** Prints such an error, the same one only once. */
export function tellStray(text: string): void {
  const clean = cleanText(text);
  if (told.has(clean)) return;
  told.add(clean);
  printError(`\nviva: ${clean}\n    Finished trials are kept, and the command goes on.`);
}

/** Before anything is played, an unhandled error ends the command: `end` is called with it. */
export function refuseStrayErrors(end: (error: unknown) => void): void {
  takeStrayErrors((error) => end(isOwnFault(error) ? error : new InputError(strayProblem(error), error)));
}
