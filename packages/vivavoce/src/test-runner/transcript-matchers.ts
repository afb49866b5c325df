import { isJsonObject, plural, safeLine, showValue } from "../base/index.ts";
import { inForm } from "../case/index.ts";
import { canMiss, type Expected, effectProblems, matchValue, showExpected } from "../metric/index.ts";
import {
  allCalls,
  calledName,
  callFault,
  type ExpectedEffect,
  expectedEffectSchema,
  inFormOf,
  isAbout,
  isCalled,
  replyOf,
  type ToolCall,
  wholeReplyOf,
} from "../shape/index.ts";
import { showEffect } from "../world/index.ts";
import { asExpected } from "./expected-argument.ts";
import {
  decidable,
  type MatcherContext,
  type MatcherResult,
  passageOf,
  refuseUnfinished,
  withSurroundings,
} from "./matcher.ts";
import type { TranscriptMatchers } from "./matcher-types.ts";

/** Whether the agent called a tool, with these arguments among others. A call that could not run counts only under `.not`. */
function toCall(this: MatcherContext, received: unknown, name: string, given: Wishes["toCall"][1] = {}): MatcherResult {
  const passage = passageOf(received, "toCall");
  if (typeof name !== "string" || name.trim() === "")
    throw new TypeError(`toCall() needs the name of a tool, and was given ${showValue(name)}`);
  if (!isJsonObject(given))
    throw new TypeError(
      `toCall() needs arguments by name, such as { text: "milk" }, and was given ${showValue(given)}`,
    );
  const form = inFormOf(passage.transcript);
  const wanted = Object.entries(given).map(
    ([argument, value]) => [argument, inForm(asExpected(value, this.equals), form)] as const,
  );
  const isMeant = (call: ToolCall) => call.name === name || (this.isNot === true && isAbout(name, call));
  const namesakes = callsIn(passage).filter(({ call }) => isMeant(call));
  const tried = namesakes.map((made) => ({ ...made, problems: problemsOf(made.call, wanted) }));
  const isCounted = ({ call }: { call: ToolCall }) => this.isNot === true || callFault(call) === undefined;
  const found = tried.find((made) => made.problems.length === 0 && isCounted(made));
  if (!found && this.isNot) refuseUnfinished(passage);
  const what = `call ${name}${showWanted(wanted)}`;
  return {
    pass: found !== undefined,
    message: () => {
      if (found) {
        const told = `${passage.title} should not ${what}, but it was called in exchange ${found.exchange}: ${showCall(found.call)}`;
        return withSurroundings(told, passage, found.exchange);
      }
      const [nearest] = tried.sort((a, b) => a.problems.length - b.problems.length);
      const why = nearest ? nearestText(nearest.call, nearest.exchange, nearest.problems) : othersText(passage, name);
      return withSurroundings(`${passage.title} should ${what}, but ${why}`, passage, nearest?.exchange);
    },
  };
}

/** Whether the agent called no tool at all, not even one that could not run. */
function toCallNothing(this: MatcherContext, received: unknown): MatcherResult {
  const passage = passageOf(received, "toCallNothing");
  const made = callsIn(passage);
  if (made.length === 0) if (!this.isNot) refuseUnfinished(passage);
  return {
    pass: made.length === 0,
    message: () => {
      const [first] = made;
      const told = first
        ? `${passage.title} should call no tool, but called ${made.map(({ call }) => calledName(call)).join(", ")}`
        : `${passage.title} should call a tool, but called none`;
      return withSurroundings(told, passage, first?.exchange);
    },
  };
}

/** Whether a reply holds this text, or matches this pattern. */
function toSay(this: MatcherContext, received: unknown, wanted: string | RegExp): MatcherResult {
  const passage = passageOf(received, "toSay");
  if (typeof wanted === "string" ? wanted.trim() === "" : !(wanted instanceof RegExp && canMiss(wanted)))
    throw new TypeError("toSay() needs a text, or a regular expression that a reply can miss");
  const form = inFormOf(passage.transcript);
  const says =
    typeof wanted === "string"
      ? (text: string) => text.normalize("NFC").includes(form.text(wanted).normalize("NFC"))
      : (text: string) => new RegExp(form.pattern(wanted.source), wanted.flags.replace(/[gy]/g, "")).test(text);
  // Under `.not`, text that the user did not hear counts too.
  const textOf = this.isNot ? wholeReplyOf : replyOf;
  const found = passage.exchanges.find((exchange) => says(textOf(exchange)));
  if (!found && this.isNot) refuseUnfinished(passage);
  const what = `say ${typeof wanted === "string" ? `“${safeLine(wanted, 120)}”` : String(wanted)}`;
  return {
    pass: found !== undefined,
    message: () => {
      const told = found
        ? `the agent should not ${what} in ${passage.title}, but did in exchange ${found.number}`
        : `the agent should ${what} in ${passage.title}, but did not`;
      return withSurroundings(told, passage, found?.number);
    },
  };
}

/** Whether the world changed like this; unnamed fields may have any value. */
function toChange(this: MatcherContext, received: unknown, wanted: ExpectedEffect): MatcherResult {
  const passage = passageOf(received, "toChange");
  const { world } = passage.transcript;
  if (passage.exchanges.some(({ effects }) => effects === undefined))
    throw new Error("Viva cannot see this world, so toChange() cannot be decided. Give play() a world.");
  // What an exchange changed may have been undone by a later one.
  const changes =
    passage.number === undefined ? (world?.effects ?? []) : passage.exchanges.flatMap(({ effects }) => effects ?? []);
  if (!expectedEffectSchema.safeParse(wanted).success)
    throw new TypeError(
      `toChange() needs a change with its kind, such as { kind: "note.created" }, and was given ${showValue(wanted)}`,
    );
  const expected = inForm(wanted, inFormOf(passage.transcript));
  const tried = changes.map((effect) => ({ effect, problems: effectProblems(expected, effect) }));
  const found = tried.find(({ problems }) => problems.length === 0);
  if (!found && this.isNot) refuseUnfinished(passage);
  const what = `change the world by ${safeLine(JSON.stringify(wanted), 200)}`;
  return {
    pass: found !== undefined,
    message: () => {
      if (found)
        return withSurroundings(`${passage.title} should not ${what}, but: ${showEffect(found.effect)}`, passage);
      const [nearest] = tried.sort((a, b) => a.problems.length - b.problems.length);
      const why = nearest
        ? `the nearest change is ${showEffect(nearest.effect)}: ${nearest.problems.join("; ")}`
        : "nothing changed";
      return withSurroundings(`${passage.title} should ${what}, but ${why}`, passage);
    },
  };
}

const knownEnds: Readonly<Record<Wishes["toEndWith"][0], true>> = {
  completed: true,
  "agent-failed": true,
  threw: true,
  "call-limit": true,
  "time-limit": true,
  "empty-reply": true,
  crashed: true,
  protocol: true,
};

/** Whether the conversation ended so: it was completed, or the agent failed, for this reason perhaps. */
function toEndWith(this: MatcherContext, received: unknown, wanted: string): MatcherResult {
  const passage = passageOf(received, "toEndWith");
  if (passage.number !== undefined)
    throw new TypeError("toEndWith() is about whole conversations: leave exchange() out");
  if (!Object.hasOwn(knownEnds, wanted))
    throw new TypeError(
      `toEndWith() needs one of ${Object.keys(knownEnds).join(", ")}, and was given ${showValue(wanted)}`,
    );
  const { outcome } = passage.transcript;
  const ends = outcome.kind === "agent-failed" ? [outcome.kind, outcome.reason] : [outcome.kind];
  const said =
    outcome.kind === "agent-failed" ? `${outcome.kind} (${outcome.reason}): ${outcome.message}` : outcome.kind;
  return {
    pass: (ends as string[]).includes(wanted),
    message: () => {
      const should = this.isNot ? "should not end with" : "should end with";
      return withSurroundings(`the conversation ${should} ${wanted}, but ended with ${said}`, passage);
    },
  };
}

function callsIn({ transcript, number }: ReturnType<typeof passageOf>) {
  // A call that was proposed and never run was not made.
  return allCalls(transcript).filter(
    ({ exchange, call }) => isCalled(call) && (number === undefined || exchange === number),
  );
}

type Wanted = readonly (readonly [argument: string, expected: Expected])[];

function problemsOf({ arguments: given }: ToolCall, wanted: Wanted): string[] {
  return wanted.flatMap(([name, expected]) => {
    const match = matchValue(expected, Object.hasOwn(given, name) ? given[name] : undefined);
    return match.ok ? [] : [`${name} ${match.reason}`];
  });
}

function showWanted(wanted: Wanted): string {
  if (wanted.length === 0) return "";
  return ` with ${wanted.map(([name, expected]) => `${name} ${safeLine(showExpected(expected), 120)}`).join(", ")}`;
}

function nearestText(call: ToolCall, exchange: number, problems: readonly string[]): string {
  const fault = callFault(call);
  const wrong = [...problems, ...(fault === undefined ? [] : [`it could not run: ${fault}`])];
  return `the nearest call is ${showCall(call)} in exchange ${exchange}: ${wrong.join("; ")}`;
}

function othersText(passage: ReturnType<typeof passageOf>, name: string): string {
  const others = callsIn(passage);
  const elsewhere = allCalls(passage.transcript).filter(({ call }) => call.name === name);
  if (elsewhere.length > 0) {
    return `${name} was called elsewhere: ${elsewhere.map(({ exchange }) => `in exchange ${exchange}`).join(", ")}`;
  }
  if (others.length === 0) return "no tool was called";
  const names = [...new Set(others.map(({ call }) => calledName(call)))].join(", ");
  return `${name} was never called; ${plural(others.length, "other call")}: ${names}`;
}

function showCall(call: ToolCall): string {
  return `${calledName(call)}(${safeLine(call.raw ?? JSON.stringify(call.arguments), 200)})`;
}

/** The arguments of each matcher. */
type Wishes = {
  [Name in "toCall" | "toCallNothing" | "toSay" | "toChange" | "toEndWith"]: Parameters<TranscriptMatchers<void>[Name]>;
};

/** Named by type: in a declaration of its own making, TypeScript spells an effect in full, and then refuses it. */
type MatchersForRunner = {
  [Name in keyof Wishes]: (this: MatcherContext, received: unknown, ...given: Wishes[Name]) => MatcherResult;
};

export const passageMatchers: MatchersForRunner = {
  toCall: decidable(toCall, 2),
  toCallNothing: decidable(toCallNothing, 0),
  toSay: decidable(toSay, 1),
  toChange: decidable(toChange, 1),
  toEndWith: decidable(toEndWith, 1),
};
