import { safeLine } from "../../base/index.ts";
import type { Fault, Unclosed } from "./fault.ts";

/** Thrown at the first byte that is not allowed in its place. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

export function fail(offset: number, message: string, remedy?: string, unclosed?: Unclosed): never {
  throw new JsonSyntaxError({ kind: "syntax", message, offset, remedy, unclosed });
}

const quote = 0x22;
const backslash = 0x5c;

/** `at` is the opening quote. Returns the position after the closing one. */
export function endOfString(bytes: Buffer, at: number): number {
  for (let index = at + 1; index < bytes.length; index++) {
    const byte = bytes[index] ?? -1;
    if (byte === quote) return index + 1;
    if (byte === backslash) index = endOfEscape(bytes, index) - 1;
    else if (byte === 0x0a || byte === 0x0d) {
      fail(index, "a line break inside a string", "close the string with a quote, or write \\n for a line break");
    } else if (byte < 0x20) fail(index, "a control character inside a string", "write it as \\u00XX, a tab as \\t");
  }
  return fail(at, "a string that is never closed", "close it with a quote");
}

function endOfEscape(bytes: Buffer, at: number): number {
  const letter = String.fromCharCode(bytes[at + 1] ?? 0);
  if (letter !== "u") {
    if ('"\\/bfnrt'.includes(letter)) return at + 2;
    return fail(at, "an unknown escape in a string", 'after a backslash comes one of " \\ / b f n r t u');
  }
  if (!/^[0-9a-f]{4}$/i.test(bytes.toString("latin1", at + 2, at + 6))) {
    return fail(at, "\\u without four hexadecimal digits after it", "write it as \\u00e9, for example");
  }
  return at + 6;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** `at` is a minus or a digit. Returns the position after the number. */
export function endOfNumber(bytes: Buffer, at: number): number {
  let index = bytes[at] === 0x2d ? at + 1 : at;
  const first = index;
  index = endOfDigits(bytes, index, at);
  if (bytes[first] === 0x30 && index > first + 1) fail(at, "a number with a leading zero", "drop the zero");
  if (bytes[index] === 0x2e) index = endOfDigits(bytes, index + 1, at);
  if (bytes[index] === 0x65 || bytes[index] === 0x45) {
    const signed = bytes[index + 1] === 0x2b || bytes[index + 1] === 0x2d;
    index = endOfDigits(bytes, index + (signed ? 2 : 1), at);
  }
  return index;
}

function endOfDigits(bytes: Buffer, at: number, start: number): number {
  if (!isDigit(bytes[at])) fail(start, "a number that is not finished", "write it as 5, -0.5 or 1e3");
  let index = at;
  while (isDigit(bytes[index])) index++;
  return index;
}

/** The end of `true`, `false` or `null`; anything else fails with what probably went wrong. */
export function endOfLiteral(bytes: Buffer, at: number): number {
  for (const word of ["true", "false", "null"]) {
    if (bytes.toString("latin1", at, at + word.length) === word) return at + word.length;
  }
  return fail(at, `a value is expected here, found ${foundAt(bytes, at)}`, remedyFor(bytes, at));
}

/** The character at a byte, safe to print. */
export function foundAt(bytes: Buffer, at: number): string {
  if (at >= bytes.length) return "the end of the text";
  const [character = ""] = bytes.toString("utf8", at, at + 4);
  const shown = safeLine(character);
  return shown === "" ? "an invisible character" : `“${shown}”`;
}

function remedyFor(bytes: Buffer, at: number): string | undefined {
  if (at >= bytes.length) return "the text is cut off: check the closing brackets";
  switch (String.fromCharCode(bytes[at] ?? 0)) {
    case "'":
      return "put JSON strings in double quotes";
    case "/":
    case "#":
      return "JSON has no comments; a YAML case file may have them";
    case "]":
    case "}":
      return "remove the comma before the bracket";
    case ",":
      return "remove one comma";
    default:
      return "put text in double quotes; only true, false and null are written without";
  }
}
