import { isJsonObject, type JsonObject, type JsonValue, sameJson, showJson } from "../../base/index.ts";
import type { Effect, ExpectedEffect } from "../../shape/index.ts";
import { bestAssignment } from "./assignment.ts";
import { type Expected, isMatcher, matchValue, showExpected } from "./expected.ts";

/**
 * How a value differs from what is expected, with matchers at any depth: lists are compared item by item, objects key by
 * key, and there may be no other items or keys. `name` is the name of the value.
 *
 * @example mismatches("to", { id: { any: true }, slot: "9:00" }, { id: "a1", slot: "8:00" });
 * // ['to.slot is "8:00", expected "9:00"']
 */
function mismatches(name: string, expected: Expected, actual: JsonValue | undefined): string[] {
  if (!isMatcher(expected) && Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return [`${name} has ${items(actual.length)}, expected ${expected.length}: ${showJson(actual)}`];
    }
    return expected.flatMap((one, index) => mismatches(`${name}[${index}]`, one as Expected, actual[index]));
  }
  if (!isMatcher(expected) && isJsonObject(expected) && isJsonObject(actual)) {
    const known = new Set(Object.keys(expected).map((key) => key.normalize("NFC")));
    const fields = new Map(Object.entries(actual).map(([key, value]) => [key.normalize("NFC"), value]));
    return [
      ...Object.entries(expected).flatMap(([key, one]) =>
        mismatches(`${name}.${key}`, one as Expected, fields.get(key.normalize("NFC"))),
      ),
      ...[...fields]
        .filter(([key]) => !known.has(key))
        .map(([key, value]) => `${name}.${key} is ${showJson(value)}, expected nothing`),
    ];
  }
  const match = matchValue(expected, actual);
  return match.ok ? [] : [`${name} ${match.reason}`];
}

/** An object of which only some fields are expected; the others may be anything. */
type PartialObject = Readonly<Record<string, Expected>>;

function partialMismatches(expected: PartialObject, actual: Readonly<Record<string, JsonValue | undefined>>): string[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    mismatches(name, value, Object.hasOwn(actual, name) ? actual[name] : undefined),
  );
}

/** How two lists of objects differ, in any order, paired one to one. Both must have the same length. */
function listMismatches(name: string, expected: readonly PartialObject[], actual: JsonValue | undefined): string[] {
  if (!Array.isArray(actual)) return mismatches(name, [...expected] as Expected, actual);
  const objects = actual.map((one) => (isJsonObject(one) ? one : {}));
  const columns = bestAssignment(
    expected.map((one) => objects.map((object) => (partialMismatches(one, object).length === 0 ? 1 : 0))),
  );
  const used = new Set(columns);
  const missing = expected.filter((_, index) => columns[index] === undefined);
  const beyond = objects.filter((_, index) => !used.has(index));
  return [
    ...missing.map((one) => `${name} has none with ${showPartial(one)}`),
    ...beyond.map((one) => `${name} has ${showJson(one)}, which is not expected`),
  ];
}

/** `text "Call Ada", box a text that matches /o/` */
export function showPartial(fields: PartialObject): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${showExpected(value)}`)
    .join(", ");
}

function items(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}

/** How an effect differs from an expected one, field by field. Fields that the expected one does not name may be anything. */
export function effectProblems(expected: ExpectedEffect, effect: Effect): string[] {
  const fields = effect as unknown as Record<string, JsonValue | undefined>;
  return Object.entries(expected).flatMap(([name, value]) => {
    const actual = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (isTaskList(name, value)) return listMismatches(name, value, actual);
    return mismatches(name, value as Expected, actual);
  });
}

/** The tasks that a note gained or lost, in any order; only the named fields of each are compared. */
function isTaskList(name: string, value: unknown): value is PartialObject[] {
  return name === "tasks" && Array.isArray(value);
}

/**
 * How similar a call's arguments are to the expected ones: the share of equal leaves over the union of both sides' keys.
 * A matcher counts as one leaf. If nothing is expected and nothing is given, they are equal.
 *
 * @example argumentSimilarity({ city: "Bonn", day: 3 }, { city: "Bonn", day: 4 }); // 0.5
 */
export function argumentSimilarity(expected: Readonly<Record<string, Expected>>, actual: JsonObject): number {
  const plain: JsonObject = {};
  const rest: JsonObject = { ...actual };
  let leaves = 0;
  let equal = 0;
  for (const [name, value] of Object.entries(expected)) {
    if (!isMatcher(value)) {
      plain[name] = value as JsonValue;
      continue;
    }
    leaves += 1;
    if (matchValue(value, Object.hasOwn(actual, name) ? actual[name] : undefined).ok) equal += 1;
    delete rest[name];
  }
  const wanted = leavesOf(plain);
  const given = leavesOf(rest);
  leaves += new Set([...wanted.keys(), ...given.keys()]).size;
  for (const [path, value] of wanted) if (given.has(path) && sameJson(given.get(path), value)) equal += 1;
  return leaves === 0 ? 1 : equal / leaves;
}

/** Every value that holds no other, by its path; an empty list or object is a leaf too. */
function leavesOf(fields: JsonObject): Map<string, JsonValue> {
  const leaves = new Map<string, JsonValue>();
  const visit = (value: JsonValue, path: readonly string[]): void => {
    const inner = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
    if (inner.length === 0) leaves.set(JSON.stringify(path), value);
    for (const [key, field] of inner) visit(field, [...path, key]);
  };
  for (const [key, field] of Object.entries(fields)) visit(field, [key]);
  return leaves;
}
