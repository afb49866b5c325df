import { InputError, showProblem } from "../base/index.ts";
import { isOwnFault, strayProblem, takeStrayErrors } from "../suite/index.ts";
import { cleanText } from "./clean-text.ts";

const told = new Set<string>();
let telling = false;

/**
 * An agent may leave a promise or a timer behind that fails when its trial is long over. From here on that is told once,
 * takes no trial with it, and decides nothing.
 */
export function reportStrayErrors(): void {
  told.clear();
  if (telling) return;
  telling = true;
  takeStrayErrors((error) => tellStray(showProblem(strayProblem(error))));
}

/** Tells of such an error, the same one only once. */
export function tellStray(text: string): void {
  const clean = cleanText(text);
  if (told.has(clean)) return;
  told.add(clean);
  process.stderr.write(`\nviva: ${clean}\n    What is finished is kept, and the command goes on.\n`);
}

/** Before anything is played an error that nobody waits for ends the command: `end` is given what to say of it. */
export function refuseStrayErrors(end: (error: unknown) => void): void {
  takeStrayErrors((error) => end(isOwnFault(error) ? error : new InputError(strayProblem(error), error)));
}
