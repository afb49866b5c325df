import { InputError } from "../base/index.ts";

/**
 * No command takes an empty argument. It usually comes from a shell variable that is not set, and would match the
 * beginning of every run's id: `viva rm "$RUN"` must not delete a run then.
 */
export function refuseEmptyArguments(args: readonly string[]): void {
  for (const [index, argument] of args.entries()) {
    const flag = /^(--?[\w-]+)=\s*$/.exec(argument)?.[1];
    if (argument.trim() !== "" && flag === undefined) continue;
    const before = args[index - 1];
    const which = before === undefined ? "the first argument is empty" : `the argument after ${before} is empty`;
    throw new InputError({
      message: flag === undefined ? which : `${flag} was given an empty value`,
      remedy: "Leave it out, or give a value. If it is a shell variable, see whether it is set.",
    });
  }
}
