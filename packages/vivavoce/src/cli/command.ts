import { type Command, InvalidArgumentError, Option } from "commander";
import { InputError, nearest } from "../base/index.ts";
import type { RunOptions } from "../run/index.ts";
import { decideExitCode } from "./exit-code.ts";
import { keepStdoutForTheReport } from "./streams.ts";

/** Reads a flag's text. One with `choices` takes only those, and help lists them. */
export interface FlagReader<T> {
  (text: string, before: never): T;
  choices?: readonly string[];
}

/** What a flag does, how its text is read (as it is, if left out), and its value if it is not given, as help calls it. */
type Row = string | readonly [does: string, read: FlagReader<unknown>, initial?: unknown, called?: string];
type FlagRows = Readonly<Record<string, Row>>;

/** A command's flags, each as commander writes it: "--port <n>". Their values are `FlagsOf` these rows. */
export function flagRows<const Given extends FlagRows>(rows: Given): Given {
  return rows;
}

type Camel<Words> = Words extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Words;
type LongName<Flag> = Flag extends `${string}--${infer Name}`
  ? Name extends `${infer Bare} ${string}`
    ? Bare
    : Name
  : never;
type NameOf<Flag> = LongName<Flag> extends `no-${infer Name}` ? Camel<Name> : Camel<LongName<Flag>>;
type ReadBy<R> = R extends readonly [string, (text: string, before: never) => infer T, ...unknown[]] ? T : string;
type ValueOf<Flag, R> = Flag extends `${string}<${string}`
  ? ReadBy<R>
  : Flag extends `${string}[${string}`
    ? true | ReadBy<R>
    : boolean;

type Settled = readonly [does: string, read: unknown, initial: unknown, ...unknown[]];

/** The flags of a command as commander gives them. */
export type FlagsOf<Given extends FlagRows> = {
  [Flag in keyof Given as Given[Flag] extends Settled ? NameOf<Flag> : never]: ValueOf<Flag, Given[Flag]>;
} & {
  [Flag in keyof Given as Given[Flag] extends Settled ? never : NameOf<Flag>]?: ValueOf<Flag, Given[Flag]>;
};

function addFlags(command: Command, rows: FlagRows): Command {
  for (const [flag, row] of Object.entries(rows)) {
    const [does, read, initial, called] = typeof row === "string" ? [row] : row;
    const option = new Option(flag, does);
    if (read?.choices) option.choices(read.choices);
    if (read) option.argParser(read as (text: string) => unknown);
    if (initial !== undefined) option.default(initial, called);
    command.addOption(option);
  }
  return command;
}

/** A command, as its help shows it. */
interface Described<Rows extends FlagRows> {
  /** Its arguments: "<run>" must be given, "[run]" may be, and of "[paths...]" several. */
  takes?: readonly (readonly [argument: string, does: string, initial?: string])[];
  flags?: Rows;
  /** What its help says below the flags. */
  notes?: string;
  /** Does it. A number that it returns is the exit code. With --json, only `writeReport` writes to stdout. */
  act(flags: FlagsOf<Rows>, ...given: never[]): unknown;
}

export function commandOf<const Rows extends FlagRows>({ takes = [], flags, notes, act }: Described<Rows>) {
  return (command: Command): Command => {
    for (const argument of takes) command.argument(...argument);
    if (notes !== undefined) command.addHelpText("after", `\n${notes}`);
    return addFlags(command, flags ?? {}).action(async (...given: unknown[]) => {
      const words = given.slice(0, -2) as never[];
      const chosen = command.opts<FlagsOf<Rows> & { json?: boolean }>();
      if (chosen.json) keepStdoutForTheReport();
      const code = await act(chosen, ...words);
      if (typeof code === "number") decideExitCode(code);
    });
  };
}

/** Refuses a command line by what its flags say together. */
export function refuse(isWrong: unknown, message: string, remedy: string): void {
  if (isWrong) throw new InputError({ message, remedy });
}

/** Refuses options that cannot be given together with `what`. */
export function refuseTogether(
  what: string,
  others: Readonly<Record<string, unknown>>,
  remedy = "Leave one of them out.",
) {
  const given = Object.keys(others).filter((name) => others[name] !== undefined && others[name] !== false);
  refuse(given.length > 0, `${what} cannot be combined with ${given.map((name) => `--${name}`).join(" and ")}`, remedy);
}

export function oneOf<const T extends string>(...choices: readonly T[]): FlagReader<T> {
  const read = (given: string): T => {
    const chosen = choices.find((choice) => choice === given);
    if (chosen === undefined)
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.${meant(given, choices)}`);
    return chosen;
  };
  return Object.assign(read, { choices });
}

function meant(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === undefined ? "" : ` Did you mean ${near}?`;
}

/** For a flag that may be given more than once. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

/** NAME=VALUE[,VALUE], given once or several times. */
export function variants(value: string, before: Record<string, string[]>): Record<string, string[]> {
  const [name, list] = value.split(/=(.*)/s, 2);
  const values = (list ?? "").split(",").filter((part) => part !== "");
  if (!name || values.length === 0)
    throw new InvalidArgumentError("write NAME=VALUE, such as prompt=v2, or prompt=v1,v2.");
  const earlier = Object.hasOwn(before, name) ? (before[name] ?? []) : [];
  return { ...before, [name]: [...new Set([...earlier, ...values])] };
}

/** NAME[,NAME]. `why`: the reason why a name cannot be meant, if it is another than that there is none. */
export function namesFrom<Name extends string>(known: readonly Name[], what: string, why: Record<string, string> = {}) {
  return (given: string): Name[] =>
    given.split(",").map((part) => {
      const word = part.trim();
      const name = known.find((one) => one === word);
      if (name !== undefined) return name;
      const reason = Object.hasOwn(why, word) ? why[word] : undefined;
      const problem = reason ?? (word === "" ? "a name is empty" : `there is no ${what} ${word}`);
      throw new InvalidArgumentError(`${problem}; give one or more of ${known.join(", ")}.${meant(word, known)}`);
    });
}

export function wholeNumber(least: number, most: number) {
  return (given: string): number => {
    const value = Number(given);
    if (!/^\d+$/.test(given) || value < least || value > most) {
      throw new InvalidArgumentError(`give a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

export function positive(given: string): number {
  const value = Number(given);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("give a number above 0.");
  return value;
}

export function onlyMissing(given: string): "missing" {
  if (given === "missing") return given;
  throw new InvalidArgumentError("its value can only be the word missing; give paths before it.");
}

/** How fast models may be asked. */
export const limitRows = flagRows({
  "--model-concurrency <n>": ["how many calls to one model at a time", wholeNumber(1, 10_000)],
  "--requests-per-minute <n>": ["how many requests to one model in a minute, retries included", positive],
  "--tokens-per-minute <n>": ["how many tokens of one model in a minute", positive],
});

/** Where answers come from, by those of --live, --replay and --record that a command has. */
export function trafficOf(flags: {
  live?: boolean;
  replay?: boolean;
  record?: boolean | "missing";
}): RunOptions["traffic"] {
  const wishes = (["live", "replay", "record"] as const).filter((wish) => flags[wish]);
  const both = wishes.map((wish) => `--${wish}`).join(" and ");
  refuse(wishes.length > 1, `${both} exclude each other`, "Give one.");
  return flags.record === "missing" ? "record-missing" : wishes[0];
}
