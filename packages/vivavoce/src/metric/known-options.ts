import { InputError, isJsonObject, nearest, type Problem, showValue } from "../base/index.ts";

const kinds = {
  text: { words: "a text", fits: isText },
  texts: { words: "a list of texts", fits: (value: unknown) => Array.isArray(value) && value.every(isText) },
  list: { words: "a list", fits: (value: unknown) => Array.isArray(value) },
  number: { words: "a number", fits: (value: unknown) => typeof value === "number" && !Number.isNaN(value) },
  reply: { words: 'the number of an exchange, "last", "any" or "every"', fits: isWhichReply },
  flag: { words: "true or false", fits: (value: unknown) => typeof value === "boolean" },
  /** The metric itself checks it, or only the types do. */
  any: { words: "", fits: () => true },
};

/** What the value of an option has to be. */
type OptionKind = keyof typeof kinds;

/** Each option of a metric, and what its value has to be. The compiler sees to it that none is left out. */
export type OptionKinds<Options> = { readonly [Name in keyof Required<Options>]: OptionKind };

/** The options that every metric takes. */
export const usualOptions = { name: "text", threshold: "number", report: "flag" } as const;

/** The same for metrics whose value is 1 or 0. */
export const yesOrNoOptions = { name: "text", report: "flag" } as const;

/**
 * Refuses options that a metric does not have, and values of another kind, when the metric is made. A suite is loaded
 * without a type check, so a misspelt option would check nothing, in silence, and the run would pass.
 */
export function refuseUnknownOptions<Options extends object>(
  metric: string,
  given: Partial<Options>,
  known: OptionKinds<Options>,
): void {
  if (!isJsonObject(given)) {
    const message = `${metric} takes its options as an object, but was given ${showValue(given)}`;
    throw new InputError({ message, remedy: `Write ${metric}({ … }).` });
  }
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const problems = entries.flatMap(([option, value]) => problemOf(metric, option, value, known));
  if (problems.length > 0) throw new InputError(problems);
}

function problemOf(metric: string, option: string, value: unknown, known: OptionKinds<object>): Problem[] {
  if (!Object.hasOwn(known, option)) {
    const meant = nearest(option, Object.keys(known));
    const remedy = meant === undefined ? `It takes ${Object.keys(known).join(", ")}.` : `Did you mean "${meant}"?`;
    return [{ message: `${metric} has no option "${option}"`, remedy }];
  }
  const { words, fits } = kinds[(known as Record<string, OptionKind>)[option] ?? "any"];
  return fits(value) ? [] : [{ message: `${metric}: ${option} should be ${words}, found ${showValue(value)}` }];
}

/** Something that may be wrong: whether it is, in words, and what to do about it. */
export type OptionFault = readonly [isThere: boolean | undefined, message: string, remedy?: string | undefined];

/** Refuses all that is wrong with a metric at once, when it is made. */
export function refuseFaults(name: string, faults: readonly OptionFault[]): void {
  const problems = faults.filter(([isThere]) => isThere);
  if (problems.length === 0) return;
  throw new InputError(problems.map(([, message, remedy]) => ({ message: `${name}: ${message}`, remedy })));
}

function isWhichReply(value: unknown): boolean {
  return (Number.isInteger(value) && Number(value) >= 0) || ["last", "any", "every"].includes(value as string);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
