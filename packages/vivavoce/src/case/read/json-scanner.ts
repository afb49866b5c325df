import { safeLine } from "../../base/index.ts";
import {
  deepest,
  depthFault,
  duplicateFault,
  type Fault,
  fail,
  JsonSyntaxError,
  nameFault,
  remedyFor,
  type Unclosed,
} from "./fault.ts";
import type { PlacedMember, PlacedNode } from "./placed-tree.ts";

/** A value's bytes, from `start` up to but not including `end`, and what is wrong with them. */
interface ScannedValue {
  start: number;
  end: number;
  faults: Fault[];
}

/** The one value that a JSON text holds. Accepts exactly what `JSON.parse` accepts. */
export function jsonValue(bytes: Buffer, start = 0): ScannedValue {
  const scan = new JsonScan(bytes, start);
  try {
    const value = scan.element();
    scan.expectEnd("a line of a .jsonl file holds one case");
    return value;
  } catch (error) {
    return broken(error);
  }
}

/**
 * The elements of the list in a JSON text, or its one value, each with the fields that it has twice. A syntax error comes
 * last, as a value without bytes.
 */
export function* jsonElements(bytes: Buffer, start = 0): Generator<ScannedValue> {
  const scan = new JsonScan(bytes, start);
  try {
    yield* scan.elements();
    scan.expectEnd("a .json file holds one case or one list; use a .jsonl file for one case per line");
  } catch (error) {
    yield broken(error);
  }
}

/** The tree of one value that `jsonElements` accepted. */
export function jsonTree(bytes: Buffer, start = 0): PlacedNode {
  return new JsonScan(bytes, start, true).value(0);
}

function broken(error: unknown): ScannedValue {
  if (!(error instanceof JsonSyntaxError)) throw error;
  return { start: error.fault.offset, end: error.fault.offset, faults: [error.fault] };
}

const [openList, closeList, openObject, closeObject, comma, colon, quote, backslash, minus, zero] =
  Buffer.from('[]{},:"\\-0');
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const passedOver: PlacedNode = { offset: -1, members: [] };

/** A walk over a JSON text. Throws a JsonSyntaxError; what is wrong but readable is noted with the element. */
export class JsonScan {
  readonly #bytes: Buffer;
  /** Without it, the values that are skipped are not kept. */
  readonly #isBuilding: boolean;
  #at: number;
  #faults: Fault[] = [];

  constructor(bytes: Buffer, at: number, isBuilding = false) {
    this.#bytes = bytes;
    this.#at = at;
    this.#isBuilding = isBuilding;
  }

  /** The elements of a list, or the one value that is not a list. */
  *elements(): Generator<ScannedValue> {
    this.#skipSpace();
    const open = { what: "list", offset: this.#at } as const;
    if (this.#byte !== openList) return yield this.element();
    this.#at++;
    let more = !this.#closes(open);
    while (more) {
      yield this.element();
      more = this.#continues(open);
    }
  }

  element(): ScannedValue {
    this.#skipSpace();
    const start = this.#at;
    this.#faults = [];
    this.value(0);
    return { start, end: this.#at, faults: this.#faults };
  }

  expectEnd(remedy: string): void {
    this.#skipSpace();
    if (this.#at < this.#bytes.length) fail(this.#at, `the value ends before this: ${this.#found}`, remedy);
  }

  value(depth: number): PlacedNode {
    this.#skipSpace();
    const offset = this.#at;
    const byte = this.#byte;
    if (byte === openList || byte === openObject) {
      if (depth >= deepest) throw new JsonSyntaxError(depthFault(offset));
      const members = this.#members({ what: byte === openList ? "list" : "object", offset }, depth);
      return this.#isBuilding ? { offset, members } : passedOver;
    }
    if (byte === quote) this.#string();
    else if (byte === minus || isDigit(byte)) this.#number();
    else this.#literal();
    if (!this.#isBuilding) return passedOver;
    return { offset, members: [], scalar: JSON.parse(this.#bytes.toString("utf8", offset, this.#at)) };
  }

  #members(open: Unclosed, depth: number): PlacedMember[] {
    const members: PlacedMember[] = [];
    const keys = new Set<string>();
    this.#at++;
    let more = !this.#closes(open);
    for (let index = 0; more; index++) {
      this.#skipSpace();
      const keyOffset = this.#at;
      const key = open.what === "list" ? index : this.#key(keys, open);
      const node = this.value(depth + 1);
      if (this.#isBuilding) members.push({ key, keyOffset, node });
      more = this.#continues(open);
    }
    return members;
  }

  #key(keys: Set<string>, open: Unclosed): string {
    const at = this.#at;
    if (this.#byte === closeObject) fail(at, "a comma before the end of the object", "remove the comma");
    if (this.#byte !== quote) {
      // If a value or another closing bracket is here, a bracket before it was probably forgotten.
      const isForgotten = at >= this.#bytes.length || [openObject, openList, closeList].includes(this.#byte);
      const message = `a field's name is expected here, found ${this.#found}`;
      fail(at, message, "put names in double quotes", isForgotten ? open : undefined);
    }
    this.#string();
    const text = this.#bytes.toString("utf8", at + 1, this.#at - 1);
    const key: string = text.includes("\\") ? JSON.parse(`"${text}"`) : text;
    if (keys.has(key)) this.#faults.push(duplicateFault(key, at));
    if (key === "__proto__") this.#faults.push(nameFault(at));
    keys.add(key);
    this.#skipSpace();
    if (this.#byte !== colon) fail(this.#at, `a colon is expected here, found ${this.#found}`);
    this.#at++;
    return key;
  }

  /** Steps over a closing bracket that follows at once. */
  #closes({ what }: Unclosed): boolean {
    this.#skipSpace();
    if (this.#byte !== (what === "list" ? closeList : closeObject)) return false;
    this.#at++;
    return true;
  }

  /** Steps over what follows a member: true after a comma, false after the closing bracket. */
  #continues(open: Unclosed): boolean {
    if (this.#closes(open)) return false;
    if (this.#byte !== comma) {
      const message = `a comma or the end of the ${open.what} is expected here, found ${this.#found}`;
      fail(this.#at, message, undefined, open);
    }
    this.#at++;
    return true;
  }

  #string(): void {
    const bytes = this.#bytes;
    for (let at = this.#at + 1; at < bytes.length; at++) {
      const byte = bytes[at] ?? -1;
      if (byte === quote) {
        this.#at = at + 1;
        return;
      }
      if (byte === backslash) at += lengthOfEscape(bytes, at) - 1;
      else if (byte === 0x0a || byte === 0x0d) {
        fail(at, "a line break inside a string", "close the string with a quote, or write \\n for a line break");
      } else if (byte < 0x20) fail(at, "a control character inside a string", "write it as \\u00XX, a tab as \\t");
    }
    fail(this.#at, "a string that is never closed", "close it with a quote");
  }

  #number(): void {
    const start = this.#at;
    if (this.#byte === minus) this.#at++;
    const first = this.#at;
    this.#digits(start);
    if (this.#bytes[first] === zero && this.#at > first + 1)
      fail(start, "a number with a leading zero", "drop the zero");
    if (this.#byte === 0x2e) {
      this.#at++;
      this.#digits(start);
    }
    if (this.#byte === 0x65 || this.#byte === 0x45) {
      const sign = this.#bytes[this.#at + 1];
      this.#at += sign === 0x2b || sign === minus ? 2 : 1;
      this.#digits(start);
    }
  }

  #digits(start: number): void {
    if (!isDigit(this.#byte)) fail(start, "a number that is not finished", "write it as 5, -0.5 or 1e3");
    while (isDigit(this.#byte)) this.#at++;
  }

  /** `true`, `false` or `null`; anything else fails with what probably went wrong. */
  #literal(): void {
    const at = this.#at;
    const word = ["true", "false", "null"].find((one) => this.#bytes.toString("latin1", at, at + one.length) === one);
    if (word === undefined) fail(at, `a value is expected here, found ${this.#found}`, remedyFor(this.#bytes, at));
    this.#at += word.length;
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let byte = bytes[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[++at]);
    this.#at = at;
  }

  get #byte(): number {
    return this.#bytes[this.#at] ?? -1;
  }

  /** The character at this place, safe to print. */
  get #found(): string {
    if (this.#at >= this.#bytes.length) return "the end of the text";
    const [character = ""] = this.#bytes.toString("utf8", this.#at, this.#at + 4);
    const shown = safeLine(character);
    return shown === "" ? "an invisible character" : `“${shown}”`;
  }
}

function lengthOfEscape(bytes: Buffer, at: number): number {
  const letter = String.fromCharCode(bytes[at + 1] ?? 0);
  if (letter !== "u") {
    if ('"\\/bfnrt'.includes(letter)) return 2;
    return fail(at, "an unknown escape in a string", 'after a backslash comes one of " \\ / b f n r t u');
  }
  if (/^[0-9a-f]{4}$/i.test(bytes.toString("latin1", at + 2, at + 6))) return 6;
  return fail(at, "\\u without four hexadecimal digits after it", "write it as \\u00e9, for example");
}
