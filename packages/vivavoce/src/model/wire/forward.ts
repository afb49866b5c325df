import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { EndlessAnswer, mostCharacters } from "../post.ts";
import type { WireOptions } from "../traffic.ts";
import type { WireAnswer } from "./types.ts";

interface Forwarded extends Pick<WireOptions, "signal" | "onHead" | "onEvent"> {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The headers that a client reads; the rest belong to the connection or to the provider. */
const passedHeaders = /^(?:content-type|retry-after(?:-ms)?|x-should-retry|x-request-id|request-id)$/;

/** A stream that ended in the middle, for the reason in `cause`. */
export class BrokenOff extends Error {
  /** What had come by then. */
  readonly wire: WireAnswer;

  constructor(wire: WireAnswer, cause: unknown) {
    super("the stream broke off", { cause });
    this.wire = wire;
  }
}

/** Forwards a request unchanged, and returns the answer as it comes. Never retries: the agent's own client does that. */
export function forward(url: URL, forwarded: Forwarded): Promise<WireAnswer> {
  const { method, body, signal, onHead, onEvent } = forwarded;
  const begun = performance.now();
  const headers = { ...forwarded.headers, "accept-encoding": "identity" };
  return new Promise((resolve, reject) => {
    let soFar: (() => WireAnswer) | undefined;
    const fail = (error: unknown) => reject(soFar ? new BrokenOff(soFar(), error) : error);
    const send = url.protocol === "https:" ? overHttps : overHttp;
    const sending = send(url, { method, headers, ...(signal ? { signal } : {}) }, (response) => {
      const head = { status: response.statusCode ?? 0, headers: headersOf(response) };
      const isStream = /\bevent-stream\b/i.test(head.headers["content-type"] ?? "");
      const pieces: [number, string][] = [];
      let length = 0;
      if (isStream) soFar = () => ({ ...head, events: pieces });
      onHead?.(head);
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        length += text.length;
        if (length > mostCharacters) {
          response.destroy(new EndlessAnswer());
          return;
        }
        pieces.push([Math.round(performance.now() - begun), text]);
        if (isStream) onEvent?.(text);
      });
      response.on("error", fail);
      response.on("end", () => {
        resolve(isStream ? { ...head, events: pieces } : { ...head, body: pieces.map(([, text]) => text).join("") });
      });
    });
    sending.on("error", fail);
    sending.end(body);
  });
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const passed = Object.entries(headers).filter(([name]) => passedHeaders.test(name));
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]));
}
