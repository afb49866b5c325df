import { InputError } from "../base/index.ts";

/** Where the queue is. */
export interface RedisPlace {
  /** May hold a password: it is never shown. */
  url: string;
  /** "queue.example.com:6379/0" */
  shown: string;
}

/** Reads the address of a Redis. The address itself is in no message, because it may hold a password. */
export function redisPlace(text: string): RedisPlace {
  const url = URL.parse(text);
  const database = url?.pathname.replace(/^\//, "") ?? "";
  if (!url || !["redis:", "rediss:"].includes(url.protocol) || url.hostname === "" || !/^\d*$/.test(database)) {
    throw new InputError({
      message: "the address of the queue is not a Redis address",
      remedy:
        "Write redis://HOST:6379, or rediss:// for TLS. A user, a password and the number of a database may be part of it.",
    });
  }
  return { url: text, shown: `${url.hostname}:${url.port || 6379}${database === "" ? "" : `/${database}`}` };
}
