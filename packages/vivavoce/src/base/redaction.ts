import { secretValues } from "./secret-environment.ts";
import { secretField, secretFormats, secretHeaders } from "./secret-patterns.ts";

const mark = "[redacted]";

export interface Redactor {
  text(text: string): string;
  /** A copy of a JSON value with every string in it redacted, keys too. */
  value<T>(value: T): T;
}

/**
 * The one redactor, used at the storage boundary: key formats and auth headers always; and the values of
 * secret-looking environment variables, from 12 characters on, that are no plain word.
 */
export function redactor(environment: Record<string, string | undefined> = process.env): Redactor {
  const values = secretValues(environment);
  const text = (input: string): string => {
    let output = input;
    for (const value of values) if (output.includes(value)) output = output.replaceAll(value, mark);
    for (const format of secretFormats) output = output.replace(format, mark);
    for (const header of secretHeaders) output = output.replace(header, `$1${mark}`);
    return output;
  };
  const value = (input: unknown): unknown => {
    if (typeof input === "string") return text(input);
    if (Array.isArray(input)) return input.map(value);
    if (typeof input === "object" && input !== null) {
      return Object.fromEntries(Object.entries(input).map(([key, item]) => [text(key), field(key, item)]));
    }
    return input;
  };
  // A header as a field of an object: only its name says that the string is a secret.
  const field = (key: string, input: unknown): unknown =>
    typeof input === "string" && secretField.test(key) ? text(`${key}: ${input}`).slice(key.length + 2) : value(input);
  return { text, value: (input) => value(input) as typeof input };
}
