import { isError, messageOf, safeLine } from "../base/index.ts";
import { ModelError } from "./model-error.ts";
import { EndlessAnswer } from "./post.ts";
import { listIn, numberIn, objectIn, textIn } from "./read-json.ts";

/** Who answered, and how to keep its secrets out of a message. */
export interface Respondent {
  id: string;
  /** Where it listens, in words. */
  server?: string | undefined;
  redact(text: string): string;
}

/** An error status, with the provider's message. */
export function statusFailure(
  { id, redact }: Respondent,
  response: { status: number; text: string; headers: Readonly<Record<string, string>>; now: number },
): ModelError {
  const { status, text, headers, now } = response;
  const said = safeLine(redact(providerMessage(text)), 300);
  return new ModelError({
    failure: "status",
    status,
    message: `${id} answered ${status}${said && `: ${said}`}`,
    retryAfterMs: retryAfterMs((name) => headers[name], now),
    remedy: remedies.get(status),
  });
}

const remedies = new Map([
  [401, "check the key in the environment"],
  [402, "the account has no credit left: top it up, then resume the run"],
  [403, "the key may not use this model: check the account"],
  [404, "check the model's name, and that its provider supports every parameter that is set"],
]);

/** An error in a body with status 200, as OpenRouter sends once a model has started. */
export function failureInBody({ id, redact }: Respondent, body: unknown): ModelError | undefined {
  const first = listIn(body, "choices")?.[0];
  const error = objectIn(body, "error") ?? objectIn(first, "error");
  if (error === undefined) {
    // Whatever was written before the server failed is not an answer, even if it looks whole.
    const failed = /^error$/i.test(textIn(first, "finish_reason") ?? "");
    return failed ? badAnswer({ id, redact }, "ended in an error (finish_reason: error)") : undefined;
  }
  const said = safeLine(redact(messageIn(error) ?? JSON.stringify(error)), 300);
  const status = numberIn(error, "code");
  if (status === undefined) return badAnswer({ id, redact }, `is an error: ${said}`);
  return new ModelError({ failure: "status", status, message: `${id} answered ${status}: ${said}` });
}

/** An answer that is not a chat completion. */
export function badAnswer({ id, redact }: Respondent, problem: string, text = ""): ModelError {
  const shown = safeLine(redact(text), 120);
  const message = `the answer of ${id} ${problem}${shown && `: ${shown}`}`;
  return new ModelError({ failure: "bad-answer", message });
}

/** No connection, a broken one, or one that does not end. */
export function networkFailure({ id, server, redact }: Respondent, error: unknown): ModelError {
  const inner = innermost(error);
  if (inner instanceof EndlessAnswer) return badAnswer({ id, redact }, "is too long");
  const failure = textIn(inner, "code") === "ETIMEDOUT" ? "timeout" : "network";
  const why = safeLine(redact(messageOf(inner)), 200);
  const where = server === undefined ? id : `${id} at ${server}`;
  const what =
    failure === "timeout" ? `${where} could not be reached in time` : `no connection to ${where}, or it broke`;
  return new ModelError({ failure, message: `${what}: ${why}` });
}

/** The reason may be in a cause. */
function innermost(error: unknown): unknown {
  let inner = error;
  for (let depth = 0; depth < 5 && isError(inner) && inner.cause !== undefined; depth += 1) inner = inner.cause;
  // Several addresses were tried and none answered; the first error says why.
  return inner instanceof AggregateError && inner.errors.length > 0 ? inner.errors[0] : inner;
}

function providerMessage(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return messageIn(objectIn(body, "error")) ?? textIn(body, "error") ?? messageIn(body) ?? text;
  } catch {
    return text;
  }
}

/** The message, with that of the model's own server if a gateway quotes it. */
function messageIn(error: unknown): string | undefined {
  const message = textIn(error, "message") ?? textIn(error, "detail");
  const quoted = textIn(objectIn(error, "metadata"), "raw");
  return message !== undefined && quoted !== undefined ? `${message}: ${quoted}` : message;
}

/**
 * How long a server asks to wait, in milliseconds, from its headers: `retry-after-ms`, or `retry-after` in seconds or
 * as a date. Undefined if it does not say, or the value cannot be read.
 */
export function retryAfterMs(header: (name: string) => string | null | undefined, now: number): number | undefined {
  const milliseconds = wholeOrDecimal(header("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = header("retry-after");
  const seconds = wholeOrDecimal(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = text && /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function wholeOrDecimal(text: string | null | undefined): number | undefined {
  return text && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
