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

/** A header or field that holds nothing but a credential. */
const credentialField = /^(?:(?:proxy-)?authorization|(?:x-)?api[-_]?key)$/i;
/** What none of the patterns above can match without: most texts hold none of it and are left as they are. */
const suspicious = /sk-|gh[pousr]_|github_pat_|xox[abposr]-|AKIA|AIza|hf_|gsk_|eyJ|-----BEGIN|authorization|bearer|api[-_]?key/i;

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
  const values = Object.entries(environment)
    .filter(([name, value]) => secretName.test(name) && value !== undefined && isSecretValue(value))
    .map(([, value]) => value as string)
    .sort((a, b) => b.length - a.length);
  // A secret with a quote or a line break in it stands escaped in JSON.
  const forms = [...new Set(values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]))];
  const mayHoldSecret = (text: string) => suspicious.test(text) || forms.some((form) => text.includes(form));
  const text = (input: string): string => {
    if (!mayHoldSecret(input)) return input;
    let output = input;
    for (const value of values) if (output.includes(value)) output = output.replaceAll(value, mark);
    for (const format of keyFormats) output = output.replace(format, mark);
    return output.replace(authorization, `$1${mark}`).replace(apiKeyHeader, `$1${mark}`);
  };
  const deep = (input: unknown): unknown => {
    if (typeof input === "string") return text(input);
    if (Array.isArray(input)) return input.map(deep);
    if (typeof input !== "object" || input === null) return input;
    const fields = Object.entries(input).map(([key, field]) => {
      const secret = typeof field === "string" && credentialField.test(key);
      return [text(key), secret ? mark : deep(field)];
    });
    return Object.fromEntries(fields);
  };
  return {
    text,
    value(input) {
      const json = JSON.stringify(input);
      return json === undefined || !mayHoldSecret(json) ? input : (deep(input) as typeof input);
    },
    json(input) {
      const json = JSON.stringify(input);
      return mayHoldSecret(json) ? JSON.stringify(deep(input)) : json;
    },
  };
}

function isSecretValue(value: string): boolean {
  return value.length >= 12 && !/^[a-z]+$/i.test(value) && !/^[/.~]/.test(value) && !/^(?:true|false|\d+)$/.test(value);
}
