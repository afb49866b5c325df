import { isJsonObject, nearest } from "../../base/index.ts";
import {
  type Case,
  exchangesOf,
  listInWords,
  matcherSchema,
  pathInWords,
  type ToolExpectation,
  valueInWords,
} from "../../shape/index.ts";
import type { CaseFinding, Path } from "../read/placed-tree.ts";
import { checkEffects } from "./check-effects.ts";

/** Expectations that cannot be met or have no meaning, whatever the agent's tools are. */
export function checkExpectations(subject: Case): CaseFinding[] {
  const values = expectedValues(subject);
  return turnsOutOfRange(subject).concat(
    impossibleEnd(subject),
    contradictions(subject),
    checkEffects(subject),
    meaningless(subject),
    checkMatchers(values),
    checkNumbers(values),
  );
}

function turnsOutOfRange(subject: Case, { expect } = subject): CaseFinding[] {
  const last = exchangesOf(subject);
  const first = subject.opens === "agent" ? 0 : 1;
  const check = (what: string, turn: number | undefined, path: Path, field: string): CaseFinding[] => {
    if (turn === undefined || (turn >= first && turn <= last)) return [];
    const few = `this case has ${last} ${last === 1 ? "exchange" : "exchanges"}`;
    return [
      {
        level: "problem",
        message: `${what} ${turn} is out of range: ${turn === 0 ? "the agent does not speak first in this case" : few}`,
        remedy: turn === 0 ? 'write `opens: "agent"` if it does' : "turns count the user's lines, from 1",
        path,
        hint: { kind: "value", value: turn, field },
      },
    ];
  };
  const inList = (list: "tools" | "calls") =>
    (expect[list] ?? []).flatMap(({ turn }, index) => check("turn", turn, ["expect", list, index, "turn"], "turn"));
  const named = (["quiet", "hazard"] as const).flatMap((list) =>
    (expect[list] ?? []).flatMap((turn, index) => check("exchange", turn, ["expect", list, index], list)),
  );
  const disclosed = (expect.disclosure ?? []).flatMap((one, index) =>
    typeof one === "string" ? [] : check("exchange", one.by, ["expect", "disclosure", index, "by"], "by"),
  );
  return [...inList("tools"), ...inList("calls"), ...named, ...disclosed];
}

/** Somebody who takes no part in a conversation cannot end it. */
function impossibleEnd({ expect: { end }, user }: Case): CaseFinding[] {
  if (!end || end.by === "agent" || (end.by === "user") === (user !== undefined)) return [];
  const who = end.by === "user" ? "a script ends this conversation, not a user" : "a simulated user ends it";
  return [
    {
      level: "problem",
      message: `expect.end.by is "${end.by}", but ${who}`,
      remedy: `write "${end.by === "user" ? "script" : "user"}", or "agent" if the agent should hang up`,
      path: ["expect", "end", "by"],
      hint: { kind: "value", value: end.by, field: "by" },
    },
  ];
}

function contradictions(subject: Case): CaseFinding[] {
  const entries = (subject.expect.tools ?? []).map((entry, index) => ({ entry, index }));
  const demands = entries.filter(({ entry }) => entry.shouldCall);
  const bans = entries.filter(({ entry }) => !entry.shouldCall);
  const exchange = ({ turn }: ToolExpectation) => turn ?? (exchangesOf(subject) === 1 ? 1 : undefined);
  return bans.flatMap(({ entry: ban, index }) =>
    demands.flatMap(({ entry: demand }): CaseFinding[] => {
      const shared = exchange(ban) === exchange(demand) ? sharedTools(ban, demand) : undefined;
      if (!shared) return [];
      const [first] = shared;
      const what = first === undefined ? "a tool that writes" : listInWords(shared.map(valueInWords), "and");
      const where = ban.turn === undefined ? "" : ` in exchange ${ban.turn}`;
      return [
        {
          level: "problem",
          message: `${what} should be called and should not be called${where}`,
          remedy: "remove one of the two expectations, or give them different turns",
          path: ["expect", "tools", index, ...(first === undefined ? [] : ["tools", ban.tools?.indexOf(first) ?? 0])],
          hint: first === undefined ? { kind: "field", name: "shouldCall" } : { kind: "value", value: first },
        },
      ];
    }),
  );
}

/** The tools that two expectations both name; none, when both leave it at "any tool that writes". */
function sharedTools(a: ToolExpectation, b: ToolExpectation): string[] | undefined {
  if (!a.tools && !b.tools) return [];
  const shared = (a.tools ?? []).filter((name) => b.tools?.includes(name));
  return shared.length > 0 ? shared : undefined;
}

function meaningless({ expect }: Case): CaseFinding[] {
  return (expect.tools ?? []).flatMap((entry, index) => {
    if (entry.shouldCall) return [];
    const given = (["required", "arguments", "otherArguments", "outcome"] as const).filter(
      (field) => entry[field] !== undefined,
    );
    return given.map((field): CaseFinding => {
      const [name] =
        field === "required" ? (entry.required ?? []) : field === "arguments" ? Object.keys(entry.arguments ?? {}) : [];
      return {
        level: "warning",
        message: `${field} beside shouldCall: false means nothing and is ignored`,
        remedy: `remove ${field}, or expect the call`,
        path: ["expect", "tools", index, field],
        hint: { kind: "field", name: name ?? field },
      };
    });
  });
}

/**
 * Integers to be equal to that JavaScript cannot hold exactly. It rounds them where they are read, in the case and in the
 * agent's arguments, so other ids would be equal to them.
 */
function checkNumbers(values: ReturnType<typeof expectedValues>): CaseFinding[] {
  const found = values.flatMap(({ value, path }) => largeIntegers(value, path));
  // A value inside of an effect is listed with the effect and by itself.
  return [...new Map(found.map((finding) => [finding.path.join("/"), finding])).values()];
}

function largeIntegers(value: unknown, path: Path): CaseFinding[] {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return [
      {
        level: "problem",
        message: `the integer in ${pathInWords(path)} is too large to be held exactly: it is rounded (here to ${BigInt(value)}), and others would be equal to it`,
        remedy: `write it as a text if the tool takes a text; otherwise { "range": [${value}, ${value}] } accepts all that round to it`,
        path,
        hint: { kind: "value", value },
      },
    ];
  }
  if (typeof value !== "object" || value === null || isInexact(value)) return [];
  const fields = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return fields.flatMap(([key, field]: [string | number, unknown]) => largeIntegers(field, [...path, key]));
}

/** A matcher whose numbers are limits. */
function isInexact(value: object): boolean {
  return ("range" in value || "schema" in value) && matcherSchema.safeParse(value).success;
}

const words = [...new Set(matcherSchema.options.flatMap((option) => Object.keys(option.shape)))];

/** Plain objects that were probably meant as matchers: every field is a matcher's or nearly so. */
function checkMatchers(values: ReturnType<typeof expectedValues>): CaseFinding[] {
  return values.flatMap(({ value, path }) => {
    if (!isJsonObject(value)) return [];
    const fields = Object.keys(value);
    const slips = fields.filter((field) => !words.includes(field));
    const meant = slips.map((field) => nearest(field, words));
    if (slips.length === 0 || meant.includes(undefined)) return [];
    return slips.map(
      (field, index): CaseFinding => ({
        level: "warning",
        message: `${valueInWords(field)} in ${pathInWords(path)} is not a matcher, so the value must equal this object`,
        remedy: `did you mean "${meant[index]}"? an object to be equal to is { "equals": … }`,
        path: [...path, field],
        hint: { kind: "field", name: field },
      }),
    );
  });
}

/** Every place of a case where a matcher may stand. */
function expectedValues({ expect }: Case): { value: unknown; path: Path }[] {
  const inFields = (fields: object | undefined, path: Path) =>
    Object.entries(fields ?? {}).map(([name, value]: [string, unknown]) => ({ value, path: [...path, name] }));
  const inCalls = (list: "tools" | "calls") =>
    (expect[list] ?? []).flatMap((entry, index) => inFields(entry.arguments, ["expect", list, index, "arguments"]));
  const inEffects = (expect.world?.effects ?? []).flatMap((effect, index) =>
    inFields(effect, ["expect", "world", "effects", index]).flatMap(atAnyDepth),
  );
  const inEnd =
    expect.end?.reason === undefined ? [] : [{ value: expect.end.reason, path: ["expect", "end", "reason"] }];
  return [...inCalls("tools"), ...inCalls("calls"), ...inEffects, ...inEnd];
}

/** In an effect, a value may contain matchers. */
function atAnyDepth({ value, path }: { value: unknown; path: Path }): { value: unknown; path: Path }[] {
  if (typeof value !== "object" || value === null || matcherSchema.safeParse(value).success) return [{ value, path }];
  const fields = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const within = fields.flatMap(([key, field]: [string | number, unknown]) =>
    atAnyDepth({ value: field, path: [...path, key] }),
  );
  return [{ value, path }, ...within];
}
