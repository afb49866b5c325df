import { sha256 } from "../base/index.ts";

const longest = 160;
const kept = 100;
const plain = /^[a-zA-Z0-9_.-]$/;
/** Names that Windows keeps for devices, with or without an extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * A file name for any text, safe on Windows, macOS and Linux. Unusual characters are percent-encoded. Capitals are marked
 * by a number at the end ("TC-1" → "TC-1+3"), so that names differ even on disks that ignore letter case. A very long name
 * is cut and ends in its hash.
 */
export function safeFileName(text: string): string {
  const encoded = text === "" ? "%" : [...text].map((character, index, all) => encode(character, index, all)).join("");
  const name = reserved.test(encoded) ? percent(encoded.charAt(0)) + encoded.slice(1) : encoded;
  return fitting(name + capitalMark(name), text);
}

/** The text of a file name; undefined if it was cut, or `safeFileName` would not give this name. */
export function textOfFileName(name: string): string | undefined {
  try {
    const text = name === "%" ? "" : decodeURIComponent(name.replace(/\+[0-9a-f]+$/, ""));
    return safeFileName(text) === name ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The folder of a suite's tapes. It never has the name that the folder of a variant could have. */
export function suiteFolder(name: string): string {
  return name === "default" ? "%64efault" : safeFileName(name);
}

/** The folder of a variant in a cassette: "prompt=v2", several joined by "," and sorted, "default" for none. */
export function variantFolder(variant: Readonly<Record<string, string>>): string {
  const parts = Object.entries(variant)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${safeFileName(name)}=${safeFileName(value)}`);
  return parts.length === 0 ? "default" : fitting(parts.join(","), parts.join(","));
}

/** A dot at either end hides a file or is lost on Windows; "_" at the start marks a cassette's own files. */
function encode(character: string, index: number, { length }: readonly string[]): string {
  const atEnd = index === 0 || index === length - 1;
  const odd = !plain.test(character) || (character === "." && atEnd) || (character === "_" && index === 0);
  return odd ? percent(character) : character;
}

function percent(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** "+" and a hexadecimal number with one bit for each letter that is a capital, lowest first. */
function capitalMark(name: string): string {
  const letters = name.replace(/%[0-9A-F]{2}/g, "%");
  const bits = [...letters].reduce(
    (sum, letter, index) => (/[A-Z]/.test(letter) ? sum | (1n << BigInt(index)) : sum),
    0n,
  );
  return bits === 0n ? "" : `+${bits.toString(16)}`;
}

/** Half a surrogate pair cannot be encoded in bytes, so a text with one also gets its hash. */
function fitting(name: string, text: string): string {
  if (name.length <= longest && text.isWellFormed()) return name;
  return `${name.slice(0, kept)}++${sha256(JSON.stringify(text)).slice(0, 32)}`;
}
