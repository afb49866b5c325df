import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonValue, systemClock, valueAt } from "../../base/index.ts";

/** How a server recognises a conversation: its answer gives a session, and later requests send it back. */
export class ServerSession {
  readonly #where: string | undefined;
  readonly #cookies = new Map<string, string>();
  value: JsonValue | undefined;
  #isGiven = false;

  /** A JSON pointer, "header:NAME" or "cookie"; left out if the server keeps no sessions. */
  constructor(where: string | undefined) {
    this.#where = where;
  }

  get headers(): Record<string, string> {
    if (this.#cookies.size > 0) return { cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; ") };
    const name = this.#header;
    return name !== undefined && typeof this.value === "string" ? { [name]: this.value } : {};
  }

  readHeaders(headers: IncomingHttpHeaders): void {
    if (this.#where === "cookie") {
      for (const cookie of headers["set-cookie"] ?? []) this.#keepCookie(cookie);
    }
    const given = this.#header === undefined ? undefined : headers[this.#header];
    if (typeof given === "string" && given !== "") this.value = given;
  }

  readBody(body: JsonValue): void {
    if (!this.#where?.startsWith("/") || typeof body !== "object" || body === null) return;
    const found = valueAt(body, this.#where);
    if (found !== undefined && found !== null && found !== "") this.value = isJsonObject(found) ? { ...found } : found;
  }

  /** What an answer lacks; without it, every message would begin a new conversation. A server may end what it began. */
  get missing(): string | undefined {
    if (this.#where === undefined || this.value !== undefined || this.#isGiven) return undefined;
    if (this.#where === "cookie") return "set no cookie";
    return this.#header === undefined ? `has no session at ${this.#where}` : `has no header ${this.#header}`;
  }

  get #header(): string | undefined {
    return this.#where?.startsWith("header:") ? this.#where.slice("header:".length).toLowerCase() : undefined;
  }

  #keepCookie(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (at <= 0) return;
    if (isDeleted(attributes)) return void this.#cookies.delete(name);
    this.#cookies.set(name, pair.slice(at + 1));
    this.#isGiven = true;
  }
}

/** Servers delete a cookie by an age or a date; the age counts if there are both. */
function isDeleted(attributes: readonly string[]): boolean {
  const age = attributes.find((attribute) => /^max-age=/i.test(attribute));
  if (age !== undefined) return /^max-age=(?:0|-\d+)$/i.test(age);
  const date = attributes.find((attribute) => /^expires=/i.test(attribute));
  return date !== undefined && Date.parse(date.slice("expires=".length)) <= systemClock.now();
}
