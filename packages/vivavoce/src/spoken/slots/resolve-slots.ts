import { types } from "node:util";
import { findPattern, InputError, refuseBadPattern, showValue, testPattern } from "../../base/index.ts";
import { enUS } from "../locale/en-US/en-us.ts";
import type { Locale } from "../locale/locale.ts";
import type { BuiltInSlot, Calendar, FoundValue, SlotDefinition, SlotKind, SlotKindName } from "./slot.ts";

/** A slot as the metric works with it. */
export interface Slot {
  name: string;
  kind: SlotKind;
  /** The kind, if it is one of Viva's; it sets the order of the search. */
  kindName: SlotKindName | undefined;
  /** The language that it is read in; `isRead` is false if that cannot read its kind. */
  locale: Locale;
  isRead: boolean;
  /** The day of the call, if it is known. */
  calendar: Calendar | undefined;
  asks(sentence: string): boolean;
  /** Values that the suite's own patterns find; undefined without patterns, and then the kind searches. */
  gives: ((line: string) => FoundValue[]) | undefined;
  /** Whether a text speaks of this slot by its name. */
  mentions(text: string): boolean;
  /** The value in a call's arguments, as text. */
  argument(fields: unknown): string | undefined;
  /** The value in a call's result, as text. */
  result(fields: unknown): string | undefined;
}

/** Slots by name; `false` leaves a built-in one out. */
export interface SlotDefinitions {
  readonly [name: string]: SlotDefinition | false | undefined;
}

/** Kinds of a suite's own by name: a pattern that a code of letters and digits has to match. */
interface OwnKinds {
  readonly [name: string]: string | RegExp;
}

interface ResolveOptions {
  calendar?: Calendar | undefined;
  locale?: Locale | undefined;
  kinds?: OwnKinds | undefined;
}

/** The slots of a metric: the built-in ones with the suite's changes, and the suite's own, in a call on a day. */
export function resolveSlots(
  definitions: SlotDefinitions = {},
  { calendar, locale = enUS, kinds: own = {} }: ResolveOptions = {},
): Slot[] {
  const builtIn = locale.slots;
  const kinds = { ...ownKinds(own, locale), ...locale.kinds(calendar) };
  const used = new Set(Object.values(definitions).map((one) => (one ? one.kind : undefined)));
  const ownSlots = Object.keys(own).filter((name) => !used.has(name));
  const names = new Set([...Object.keys(builtIn), ...Object.keys(definitions), ...ownSlots]);
  return [...names].flatMap((name) => {
    const defined = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (defined === false) return [];
    const given = ownSlots.includes(name) ? { kind: name, ...defined } : (defined ?? {});
    const slot = slotOf(name, given, Object.hasOwn(builtIn, name) ? builtIn[name] : undefined, { locale, kinds });
    return [{ ...slot, calendar }];
  });
}

function slotOf(
  name: string,
  own: SlotDefinition,
  builtIn: BuiltInSlot | undefined,
  { locale, kinds }: { locale: Locale; kinds: { readonly [name: string]: SlotKind | undefined } },
): Omit<Slot, "calendar"> {
  const kind = own.kind ?? builtIn?.kind ?? "text";
  const kindName = kindNames.find((one) => one === kind);
  const asks = own.asks?.map(patternOf);
  const gives = own.gives?.map(patternOf);
  const groups = own.argument === undefined ? (builtIn?.arguments ?? [[name]]) : [[own.argument].flat()];
  const noun = builtIn?.noun ?? new RegExp(`\\b${RegExp.escape(name.replace(/[_-]/g, " "))}\\b`, "i");
  const resolved = typeof kind === "string" ? (kinds[kind] ?? unreadKind(name, kind)) : kind;
  return {
    name,
    kind: resolved,
    kindName,
    locale,
    isRead: kindName === undefined || kinds[kindName] !== undefined,
    asks: asks
      ? (sentence) => asks.some(({ source, flags }) => testPattern(source, sentence, { flags }) === "match")
      : (builtIn?.asks ?? ((sentence) => kindName === undefined && noun.test(sentence) && sentence.includes("?"))),
    gives: gives && ((line) => gives.flatMap((pattern) => valuesOf(pattern, line, resolved))),
    mentions: (text) => noun.test(text),
    argument: argumentReader(groups, { all: own.argument === undefined }),
    result:
      own.result === undefined
        ? argumentReader(builtIn?.results ?? [], { all: true })
        : argumentReader([[own.result].flat()], { all: false }),
  };
}

const kindNames: readonly SlotKindName[] = ["email", "phone", "address", "zip", "time", "name", "exact", "text"];

/** A kind that the language cannot read: nothing is found, and nothing is compared. */
function unreadKind(slot: string, kind: string): SlotKind {
  if (kindNames.some((one) => one === kind))
    return { normalise: () => undefined, compare: () => "open", find: () => [] };
  throw new InputError({
    message: `the slot ${slot} has the unknown kind "${kind}"`,
    remedy: `Take one of ${kindNames.join(", ")}, or give it a pattern in kinds.`,
  });
}

/** How codes of a suite's own are found: rows of letters and digits, said or written, that match a pattern. */
function ownKinds(own: OwnKinds, { codesIn }: Locale): { [name: string]: SlotKind } {
  return Object.fromEntries(
    Object.entries(own).map(([name, given]) => {
      if (kindNames.some((one) => one === name)) {
        throw new InputError({ message: `kinds.${name} is a kind of Viva's own`, remedy: "Give it another name." });
      }
      if (typeof given !== "string" && !types.isRegExp(given)) {
        throw new InputError({
          message: `kinds.${name} should be a pattern, found ${showValue(given)}`,
          remedy: "Write a regular expression such as /^[A-Z]{2}\\d{6}$/.",
        });
      }
      const { source, flags } = patternOf(given);
      const matched = (code: string) => testPattern(source, code, { flags: `${flags.replace("i", "")}i` }) === "match";
      const rows = (text: string) =>
        codesIn?.(text) ?? Array.from(text.matchAll(/[\p{L}\d]+/gu), ({ 0: row, index }) => rowAt(row, index));
      const find = (text: string) => rows(text).filter(({ value }) => matched(value));
      const kind: SlotKind = {
        normalise: (text) => find(text.toUpperCase())[0]?.value,
        compare: (one, other) => (one === other ? "same" : "different"),
        find,
        // A row of digits beside it may be what the caller means.
        leavesUnread: (line, found) =>
          rows(line).some(({ value, start }) => /\d{2}/.test(value) && !found.some((one) => one.start === start)),
      };
      return [name, kind];
    }),
  );
}

function rowAt(text: string, start: number): FoundValue {
  return { text, value: text.toUpperCase(), start, end: start + text.length };
}

interface Pattern {
  source: string;
  flags: string;
}

function patternOf(pattern: string | RegExp): Pattern {
  const { source, flags } = typeof pattern === "string" ? { source: pattern, flags: "i" } : pattern;
  // Each line is searched from its beginning, whatever was searched before.
  const own = flags.replace(/[dgy]/g, "");
  refuseBadPattern(source, own);
  return { source, flags: own };
}

/** The value that a pattern finds; a pattern that takes too long finds nothing. */
function valuesOf({ source, flags }: Pattern, line: string, kind: SlotKind): FoundValue[] {
  const match = findPattern(source, line, { flags });
  if (typeof match === "string") return [];
  const text = (match.group ?? match.text).trim();
  const value = kind.normalise(text);
  const { index: start } = match;
  return value === undefined ? [] : [{ text, value, start, end: start + match.text.length }];
}

const deepest = 4;

/** Finds the tool argument of a slot: by name, whatever its case and separators, or by its dotted path. */
export function argumentReader(
  groups: readonly (readonly string[])[],
  { all }: { all: boolean },
): (fields: unknown) => string | undefined {
  const wanted = groups.map((group) => group.map(foldKey));
  return (fields) => {
    const leaves = leavesOf(fields);
    for (const group of wanted) {
      const values = group.map((key) => textAt(leaves, key));
      const found = values.filter((value) => value !== undefined);
      if (found.length > 0 && (!all || found.length === group.length)) return found.join(" ");
    }
    return undefined;
  };
}

/** Adds the word "unit", so that "4" after a street stays a unit. */
function textAt(leaves: readonly Leaf[], key: string): string | undefined {
  const text = leaves.find(({ path }) => path === key || path.endsWith(`.${key}`))?.text;
  return text !== undefined && /^(?:unit|apartment|apt|suite)$/.test(key) ? `unit ${text}` : text;
}

interface Leaf {
  path: string;
  text: string;
}

/** The texts and numbers among arguments, those nearest to the top first. */
function leavesOf(fields: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  let level: [string, unknown][] = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const below: [string, unknown][] = [];
    for (const [path, value] of level) {
      if (typeof value === "number" || (typeof value === "string" && value.trim() !== "")) {
        leaves.push({ path: foldKey(path), text: String(value) });
      } else if (typeof value === "object" && value !== null) {
        for (const [key, field] of Object.entries(value)) below.push([`${path}.${key}`, field]);
      }
    }
    level = below;
  }
  return leaves;
}

/** "customerName", "customer_name" and "Customer-Name" are one. */
function foldKey(key: string): string {
  return key.toLowerCase().replace(/[_\s-]/g, "");
}
