import { secretValues } from "./secret-environment.ts";
import { mayMatch, secretField, secretFormats, secretHeaders } from "./secret-patterns.ts";

const mark = "[redacted]";

export interface Redactor {
  text(text: string): string;
  /** A JSON value with every string in it redacted, keys too; the value itself where it holds no secret. */
  value<T>(value: T): T;
  /** The redacted value as JSON text. */
  json(value: unknown): string;
}

/**
 * The one redactor, used at the storage boundary: key formats and auth headers always; and the values of
 * secret-looking environment variables, from 12 characters on, that are no plain word.
 */
export function redactor(environment: Record<string, string | undefined> = process.env): Redactor {
  const values = secretValues(environment);
  // Most texts hold no secret: a quick look spares them the patterns.
  const maySecret = (input: string) => mayMatch.test(input) || values.some((value) => input.includes(value));
  const text = (input: string): string => {
    if (!maySecret(input)) return input;
    let output = input;
    for (const value of values) if (output.includes(value)) output = output.replaceAll(value, mark);
    for (const format of secretFormats) output = output.replace(format, mark);
    for (const header of secretHeaders) output = output.replace(header, `$1${mark}`);
    return output;
  };
  const deep = (input: unknown): unknown => {
    if (typeof input === "string") return text(input);
    if (Array.isArray(input)) return input.map(deep);
    if (typeof input === "object" && input !== null) {
      return Object.fromEntries(Object.entries(input).map(([key, item]) => [text(key), field(key, item)]));
    }
    return input;
  };
  // A header as a field of an object: only its name says that the string is a secret.
  const field = (key: string, input: unknown): unknown =>
    typeof input === "string" && secretField.test(key) ? text(`${key}: ${input}`).slice(key.length + 2) : deep(input);
  return {
    text,
    value(input) {
      const json = JSON.stringify(input);
      return json === undefined || !maySecret(json) ? input : (deep(input) as typeof input);
    },
    json(input) {
      const json = JSON.stringify(input);
      return maySecret(json) ? JSON.stringify(deep(input)) : json;
    },
  };
}
