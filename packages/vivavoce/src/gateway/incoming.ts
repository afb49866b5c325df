import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import { type JsonValue, messageOf } from "../base/index.ts";
import type { WireRequest } from "../model/index.ts";

/**
 * Why a request is not answered; undefined if it is. Programs ask here, never pages: a page of any site can make a browser
 * send requests to this machine, and under a name of its own that leads here it could even read the answers. What they
 * send needs no type of its own, because it needs a token.
 */
export function strangerAtDoor({ headers, socket }: IncomingMessage): string | undefined {
  const port = socket.localPort === 80 ? "" : `:${socket.localPort}`;
  const host = headers.host?.toLowerCase();
  if (host !== `127.0.0.1${port}` && host !== `localhost${port}`) return "this server has another name";
  const site = headers["sec-fetch-site"] ?? "none";
  if (headers.origin !== undefined || site !== "none") return "a page in a browser asked, and only programs may";
  return undefined;
}

/** Headers that belong to the connection, to a login, or to Viva. */
const kept =
  /^(?:host|connection|content-length|content-encoding|transfer-encoding|accept-encoding|keep-alive|te|upgrade|expect|authorization|x-api-key|api-key|cookie|traceparent|tracestate|proxy-.*|sec-.*)$/;

/** The headers of a request that are sent on, and separately the one with a key of the client's own. */
export function passedOn(headers: IncomingHttpHeaders): Pick<WireRequest, "headers" | "key"> {
  const passed = Object.entries(headers).filter(([name, value]) => value !== undefined && !kept.test(name));
  const keys = keysOf(headers).filter(([, value]) => !isToken(value.replace(/^Bearer\s+/i, "")));
  return {
    headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
    ...(keys.length === 0 ? {} : { key: Object.fromEntries(keys) }),
  };
}

/** The token of a trial that a client sends as its key. */
export function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  return keysOf(headers)
    .map(([, value]) => value.replace(/^Bearer\s+/i, ""))
    .find(isToken);
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

/** A request larger than this is not meant for a model. */
const mostBytes = 64 * 1024 * 1024;

const decoders: Readonly<Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** The JSON in a request, compressed or not; null if there is none. */
export async function bodyOf(request: IncomingMessage): Promise<{ value: JsonValue } | { problem: string }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBytes) return { problem: "the request is larger than 64 MB" };
    pieces.push(piece);
  }
  if (request.method === "GET" || request.method === "HEAD") return { value: null };
  if (size === 0) return { problem: "the request has no body" };
  const coding = (request.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const packed = Buffer.concat(pieces);
  try {
    const decode = decoders[coding];
    if (!decode && coding !== "identity") return { problem: `Viva does not know the content-encoding ${coding}` };
    const plain = decode ? await decode(packed, { maxOutputLength: mostBytes }) : packed;
    return { value: JSON.parse(plain.toString("utf8")) };
  } catch (error) {
    return { problem: `the request's body is not JSON: ${messageOf(error)}` };
  }
}
