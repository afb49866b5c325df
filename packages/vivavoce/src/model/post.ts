import { type IncomingMessage, type RequestOptions, request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";
import { urlToHttpOptions } from "node:url";
import { keptMark } from "../shape/index.ts";
import type { WireAnswer, WireHead } from "./wire/types.ts";

interface Posting {
  /** POST if left out. */
  method?: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal | undefined;
  onHead?: ((head: WireHead) => void) | undefined;
  /** Called for each piece of a stream. */
  onEvent?: ((text: string) => void) | undefined;
}

/** No model's answer is this long. A server that sends more is not sending an answer. */
const mostCharacters = 50_000_000;

/** The answer is longer than any real one. */
export class EndlessAnswer extends Error {}

/** A stream that ended in the middle, for the reason in `cause`. */
export class BrokenOff extends Error {
  /** What had come by then. */
  readonly wire: WireAnswer;

  constructor(wire: WireAnswer, cause: unknown) {
    super("the stream broke off", { cause });
    this.wire = wire;
  }
}

/** The headers that a client reads; the rest belong to the connection or to the provider. */
const passedHeaders = /^(?:content-type|retry-after(?:-ms)?|x-should-retry|x-request-id|request-id)$/;

/**
 * Sends a body to an address and gives the answer, whatever its status, whole or as a stream. Redirects are not followed.
 * Over Node's own http and its shared connections (docs/decisions/0008).
 */
export function post(url: URL, posting: Posting): Promise<WireAnswer> {
  return new Promise((resolve, reject) => attempt(url, posting, { resolve, reject, isFirst: true }));
}

interface Settling {
  resolve(answer: WireAnswer): void;
  reject(error: unknown): void;
  isFirst: boolean;
}

function attempt(url: URL, posting: Posting, { resolve, reject, isFirst }: Settling): void {
  const { method = "POST", headers, body, signal, onHead, onEvent } = posting;
  const begun = performance.now();
  let isAnswered = false;
  let soFar: (() => WireAnswer) | undefined;
  const send = url.protocol === "https:" ? requestOverHttps : requestOverHttp;
  const sending = send({ ...optionsOf(url), method, headers }, (response) => {
    isAnswered = true;
    const head = { status: response.statusCode ?? 0, headers: headersOf(response) };
    const isStream = /\bevent-stream\b/i.test(head.headers["content-type"] ?? "");
    const pieces: [number, string][] = [];
    let length = 0;
    if (isStream) soFar = () => ({ ...head, events: pieces });
    onHead?.(head);
    // Always read, because a connection with an unread body cannot be reused.
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      length += text.length;
      if (length > mostCharacters) return void response.destroy(new EndlessAnswer());
      pieces.push([Math.round(performance.now() - begun), text]);
      if (isStream) onEvent?.(text);
    });
    response.on("error", fail);
    response.on("end", () => {
      signal?.removeEventListener("abort", stop);
      resolve(soFar?.() ?? { ...head, body: pieces.map(([, text]) => text).join("") });
    });
  });
  // Node's own `signal` option watches the stream for its end, at the price of a tenth of the whole request.
  const stop = () => sending.destroy(signal?.reason instanceof Error ? signal.reason : new Error("cancelled"));
  const fail = (error: unknown) => {
    signal?.removeEventListener("abort", stop);
    reject(soFar ? new BrokenOff(soFar(), error) : error);
  };
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  sending.on("error", (error: NodeJS.ErrnoException) => {
    const isStale = sending.reusedSocket && !isAnswered && (error.code === "ECONNRESET" || error.code === "EPIPE");
    if (!isStale || !isFirst || signal?.aborted) return fail(error);
    // The server had closed a kept connection. It never saw the request, so sending it again is not a retry.
    signal?.removeEventListener("abort", stop);
    attempt(url, posting, { resolve, reject, isFirst: false });
  });
  // As bytes, because Node joins a text with the headers and encodes both once more.
  sending.end(body === "" ? undefined : Buffer.from(body));
}

/** All that an answer brought, in one text. */
export function wholeText({ body, events = [] }: WireAnswer): string {
  return body ?? events.map(([, text]) => text).join("");
}

const addresses = new WeakMap<URL, RequestOptions>();

/** A client asks one address again and again, and Node takes a URL apart each time. */
function optionsOf(url: URL): RequestOptions {
  const known = addresses.get(url);
  if (known) return known;
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(url);
  const options = { protocol, hostname, port, path, ...(auth ? { auth } : {}) };
  addresses.set(url, options);
  return options;
}

/** Headers by which a cache between a client and a model says that it already had this answer (RFC 9111, RFC 9211, and usual others). */
const keptBefore =
  /^(?:age: 0*[1-9]|(?:(?!no-|skip|bypass|disable|use-|session|auth|prompt|prefix|kv|dns|surrogate)[\w]+-)*cache(?:d?(?:-hits?)?: (?:true|yes|(?:0, *)*[1-9])|(?!-control)[\w-]*: (?!no\b)(?:.*[^a-z])?hit\b(?!=\?0)))/i;

/**
 * The id by which an answer is known again. A cache may number what it gives anew, so behind an id of its own such an answer
 * has the mark that it was kept, which is the same for all of them.
 */
export function answerId(id: string | undefined, headers: object = {}): string | undefined {
  const isKept = Object.entries(headers).some((header) => keptBefore.test(header.join(": ")));
  return isKept ? `${id ?? ""}${keptMark}` : id;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const passed = Object.entries(headers).filter(
    ([name, value]) => passedHeaders.test(name) || keptBefore.test(`${name}: ${value}`),
  );
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]));
}
