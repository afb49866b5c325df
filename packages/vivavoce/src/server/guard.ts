import { randomBytes, timingSafeEqual } from "node:crypto";
import { sha256 } from "../base/index.ts";

/** Who may ask this server. */
export interface Door {
  /** What a request's `Host` may be, with the port: "127.0.0.1:4712". */
  hosts: readonly string[];
  /** Needed for all data if other machines can reach the server. */
  token?: string | undefined;
}

/** The parts of a request that decide whether it is answered. */
export interface Knock {
  method: string;
  path: string;
  header(name: string): string | undefined;
}

interface Denial {
  status: 401 | 403 | 405;
  error: string;
}

/** The address at which a person opens the page. It holds no data, so a link from elsewhere may lead there. */
const front = "/";

/**
 * Why a request is not answered; undefined if it is. A page of another site can make a browser send requests here, and
 * with a host name of its own that leads to this machine it could even read the answers. So the name must be ours, and
 * whoever asks must be our own page, a person who typed the address, or a program.
 */
export function refusal(
  { method, path, header }: Knock,
  { hosts }: Door,
  accepts: (path: string, method: string) => boolean,
): Denial | undefined {
  const host = header("host");
  if (host === undefined || !hosts.includes(host.toLowerCase()))
    return forbidden("this server has another name: open the address that `viva view` printed");
  const origin = header("origin");
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return forbidden("another site asked, and only this server's own page may");
  const site = header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && !isOpened({ method, path, header }, site))
    return forbidden("another site asked, and only this server's own page may");
  if (!accepts(path, method)) return { status: 405, error: `${path} does not answer ${method}` };
  return undefined;
}

/** A person typed the address or chose a bookmark ("none"), or followed a link to the page from elsewhere. */
function isOpened({ method, path, header }: Knock, site: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (site === "none") return true;
  const isLink = header("sec-fetch-mode") === "navigate" && header("sec-fetch-dest") === "document";
  return (site === "cross-site" || site === "same-site") && path === front && isLink;
}

function forbidden(error: string): Denial {
  return { status: 403, error };
}

/** A secret that nobody can guess. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares without telling by the time it takes how much is right. */
export function isToken(given: string | undefined, token: string): boolean {
  if (given === undefined) return false;
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)));
}

/**
 * On every answer. Nothing is kept by the browser, framed by another page, or taken for a script; the page runs its own
 * files only, and text can never become code in it.
 */
export const safeHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
