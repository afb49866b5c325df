/** Key formats that are secret wherever they stand. */
const keyFormats = [
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bxox[abposr]-[A-Za-z0-9-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
  /\bhf_[A-Za-z0-9]{20,}/g,
  /\bgsk_[A-Za-z0-9]{20,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
];
const authorization =
  /\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:bearer|basic)?\s*|bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi;
const apiKeyHeader = /\b((?:x-)?api[-_]key["']?\s*[:=]\s*["']?)[A-Za-z0-9._~+/=-]{8,}/gi;
const secretName = /(?:key|token|secret|password|passwd|credential|auth)/i;
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
  const values = Object.entries(environment)
    .filter(([name, value]) => secretName.test(name) && value !== undefined && isSecretValue(value))
    .map(([, value]) => value as string)
    .sort((a, b) => b.length - a.length);
  const text = (input: string): string => {
    let output = input;
    for (const value of values) if (output.includes(value)) output = output.replaceAll(value, mark);
    for (const format of keyFormats) output = output.replace(format, mark);
    return output.replace(authorization, `$1${mark}`).replace(apiKeyHeader, `$1${mark}`);
  };
  const value = (input: unknown): unknown => {
    if (typeof input === "string") return text(input);
    if (Array.isArray(input)) return input.map(value);
    if (typeof input === "object" && input !== null) {
      return Object.fromEntries(Object.entries(input).map(([key, field]) => [text(key), value(field)]));
    }
    return input;
  };
  return { text, value: (input) => value(input) as typeof input };
}

function isSecretValue(value: string): boolean {
  return value.length >= 12 && !/^[a-z]+$/i.test(value) && !/^[/.~]/.test(value) && !/^(?:true|false|\d+)$/.test(value);
}
