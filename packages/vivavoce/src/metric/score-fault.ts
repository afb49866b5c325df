import { messageOf } from "../base/index.ts";
import { type Check, scoreSchema } from "../shape/index.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Why something is not a score, whatever its detail is. A quick check comes first: the schema is slow, but names the fault. */
export function scoreFault(score: Fields): string | undefined {
  try {
    const fault = looksLikeScore(score) ? undefined : schemaFault(score);
    return fault ?? beyondScale(score);
  } catch (error) {
    return noJson(error);
  }
}

/** A field may be anything that JSON cannot write, or throw when it is read. */
export function noJson(error: unknown): string {
  return `it cannot be written as JSON (${messageOf(error).split("\n", 1)[0]})`;
}

/** Means over cases are made of dimensions, so each has to be on the scale that they share. */
function beyondScale({ status, checks }: Fields): string | undefined {
  if (status !== "scored") return undefined;
  const isOff = ({ dimension, value }: Check) =>
    dimension !== undefined && value !== undefined && !(value >= 0 && value <= 1);
  const off = (checks as Check[]).find(isOff);
  return off && `the check ${off.id} has the value ${off.value}, and a dimension is from 0 to 1, like the score`;
}

function schemaFault(score: Fields): string | undefined {
  const [issue] = scoreSchema.safeParse(score).error?.issues ?? [];
  if (!issue) return undefined;
  return `${issue.path.join(".") || "it"}: ${issue.message.replace(/^Invalid input: /, "")}`;
}

function looksLikeScore({ metric, judged, gating, status, reason, ...fields }: Fields): boolean {
  if (typeof metric !== "string" || typeof judged !== "boolean" || typeof gating !== "boolean") return false;
  return status === "scored" ? looksScored(fields) : unmeasured.includes(status) && typeof reason === "string";
}

const unmeasured: readonly unknown[] = ["skipped", "unscored", "errored"];

function looksScored({ value, threshold, passed, checks, native }: Fields): boolean {
  if (!isNumber(value) || value < 0 || value > 1 || !isNumber(threshold) || typeof passed !== "boolean") return false;
  return Array.isArray(checks) && checks.every(looksLikeCheck) && (native === undefined || looksNative(native));
}

function looksLikeCheck(check: unknown): boolean {
  if (!isRecord(check)) return false;
  const { id, label, dimension, status, verdict, ok, value, reason, evidence } = check;
  if (typeof id !== "string" || typeof label !== "string" || typeof verdict !== "string") return false;
  if (dimension !== undefined && typeof dimension !== "string") return false;
  if (status !== undefined && status !== "skipped") return false;
  if (typeof ok !== "boolean" || typeof reason !== "string" || !(value === undefined || isNumber(value))) return false;
  return Array.isArray(evidence) && evidence.every(looksLikeQuote);
}

const sources: readonly unknown[] = ["reply", "user", "call", "result", "fact"];

function looksLikeQuote(quote: unknown): boolean {
  if (!isRecord(quote)) return false;
  const { text, exchange, source } = quote;
  return (
    typeof text === "string" && sources.includes(source) && (exchange === undefined || Number.isSafeInteger(exchange))
  );
}

function looksNative(native: unknown): boolean {
  return isRecord(native) && isNumber(native.value) && isNumber(native.min) && isNumber(native.max);
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
