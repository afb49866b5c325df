import type { IncomingHttpHeaders } from "node:http";

/** Headers that belong to the connection, to a login, or to Viva. */
const kept =
  /^(?:host|connection|content-length|content-encoding|transfer-encoding|accept-encoding|keep-alive|te|upgrade|expect|authorization|x-api-key|api-key|cookie|traceparent|tracestate|proxy-.*|sec-.*)$/;

/** The headers of a request that are sent on. */
export function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const passed = Object.entries(headers).filter(([name, value]) => value !== undefined && !kept.test(name));
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]));
}

/** The token of a trial that a client sends as its key. */
export function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  return keysOf(headers)
    .map(([, value]) => value.replace(/^Bearer\s+/i, ""))
    .find(isToken);
}

/** What an agent in a process of its own finds in place of a key that Viva adds to its requests. */
export const keptKey = "kept-by-viva";

/** The header with a key of the client's own. */
export function keyIn(headers: IncomingHttpHeaders): Record<string, string> | undefined {
  const isOwn = (key: string) => key !== keptKey && !isToken(key);
  const own = keysOf(headers).filter(([, value]) => isOwn(value.replace(/^Bearer\s+/i, "")));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

function keysOf(headers: IncomingHttpHeaders): [string, string][] {
  return ["authorization", "x-api-key", "api-key"].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" && value !== "" ? [[name, value]] : [];
  });
}

function isToken(text: string): boolean {
  return /^viva-[0-9a-f]{32}$/.test(text);
}
