import { connect } from "node:net";
import { InfrastructureError, InputError, loadPeers, showValue, withOwnConnections } from "../base/index.ts";
import { connectionProblem } from "./queue-error.ts";
import type { ScriptRunner } from "./shared-pace.ts";

/** The part of ioredis that is used here. */
interface Redis extends ScriptRunner {
  connect(): Promise<void>;
  disconnect(): void;
  on(event: "error" | "ready", listener: (error: Error) => void): unknown;
  /** The server's seconds since 1970, and microseconds. */
  time(): Promise<(string | number)[]>;
  zadd(key: string, score: number, member: string): Promise<unknown>;
  zrem(key: string, member: string): Promise<unknown>;
  zrangebyscore(key: string, least: string | number, most: string | number): Promise<string[]>;
  zrange(key: string, first: number, last: number): Promise<string[]>;
  hset(key: string, field: string, value: string): Promise<unknown>;
  hdel(key: string, field: string): Promise<unknown>;
  hgetall(key: string): Promise<Record<string, string>>;
  expire(key: string, seconds: number): Promise<unknown>;
  del(key: string): Promise<unknown>;
  lrange(key: string, first: number, last: number): Promise<string[]>;
  exists(...keys: string[]): Promise<number>;
  status: string;
}

export interface BullJob {
  data: unknown;
  moveToWait(token: string): Promise<unknown>;
}

/** The part of BullMQ that is used here. */
export interface Bull {
  Queue: new (
    name: string,
    options: object,
  ) => {
    addBulk(jobs: readonly { name: string; data: unknown; opts: object }[]): Promise<unknown>;
    getJobCounts(...types: string[]): Promise<Record<string, number>>;
    drain(): Promise<unknown>;
    obliterate(options: { force: boolean }): Promise<unknown>;
    on(event: "error", listener: (error: Error) => void): unknown;
    close(): Promise<void>;
  };
  Worker: new (
    name: string,
    play: (job: BullJob, token: string) => Promise<unknown>,
    options: object,
  ) => {
    on(event: "error", listener: (error: Error) => void): unknown;
    close(force?: boolean): Promise<void>;
  };
  WaitingError: new () => Error;
}

/** A connection to the queue's server that is made again whenever it is lost. */
export interface RedisConnection {
  /** Where it is, for messages: "queue.example.com:6379/0" */
  shown: string;
  redis: Redis;
  bull: Bull;
  isReached(): boolean;
  close(): void;
}

interface ConnectSettings {
  /** How long to wait for the first connection. Undefined: for ever. */
  patienceMs: number | undefined;
  /** Called once when the server is away, and once when it is back. */
  say(text: string): void;
  /** Aborted: nobody waits for the first connection any more. */
  signal?: AbortSignal;
}

/** A connection on which a command is not answered for this long is made again. A worker's own commands wait for 10 s. */
const silenceMs = 30_000;
/** Longer than a server takes to become ready; shorter than anybody's patience. */
const silentMs = 3_000;

/** Connects to the queue's server. */
export async function connectRedis(place: RedisPlace, settings: ConnectSettings): Promise<RedisConnection> {
  const [bull, ioredis] = await loadPeers(["bullmq", "ioredis"], "a queue for workers");
  const { Redis: Client } = namesOf<{ Redis: new (url: string, options: object) => Redis }>(ioredis);
  const options = {
    lazyConnect: true,
    // Commands wait for the server for as long as it is away.
    maxRetriesPerRequest: null,
    connectTimeout: 5_000,
    // A machine that has lost its power or its network closes no connection: without these nobody would notice for hours.
    keepAlive: 10_000,
    socketTimeout: silenceMs,
  };
  const redis = withOwnConnections(() => new Client(place.url, options));
  const connection = {
    shown: place.shown,
    redis,
    bull: namesOf<Bull>(bull),
    isReached: () => redis.status === "ready",
    close: () => redis.disconnect(),
  };
  try {
    await firstConnection(redis, place, settings);
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

async function firstConnection(redis: Redis, { shown, url }: RedisPlace, { patienceMs, say, signal }: ConnectSettings) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isAway = false;
  let hasConnected = false;
  let last: Error | undefined;
  const failed = (error: Error) => {
    last = error;
    const { isFinal, says, message, remedy } = connectionProblem(error, shown);
    // Later on it may be a password that is being changed.
    if (isFinal && !hasConnected) reject(new InfrastructureError({ message, remedy }));
    else if (!isAway) {
      const why = `(${says})`;
      say(`Redis at ${shown} ${isFinal ? `refuses the connection ${why}` : `is away ${why}; waiting for it`}`);
    }
    isAway = true;
  };
  redis.on("error", failed);
  redis.on("ready", () => {
    if (isAway) say(`Redis at ${shown} is back`);
    isAway = false;
    hasConnected = true;
    resolve();
  });
  // Its failure is reported as an error, and it is tried again.
  withOwnConnections(() => redis.connect()).catch(() => {});
  // The client waits without a word for a server that loads its data, or that takes TLS for a command.
  const asked = setTimeout(async () => {
    const why = await whySilent(url);
    if (why && !hasConnected) failed(why);
  }, silentMs);
  const giveUp = (ms: number) => {
    const { message, remedy } = connectionProblem(last ?? new Error(`no answer for ${ms / 1_000} s`), shown);
    reject(new InfrastructureError({ message, remedy }));
  };
  const late = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs, patienceMs);
  signal?.addEventListener("abort", () => resolve());
  // Afterwards an error is an outage, which ends.
  await promise.finally(() => {
    clearTimeout(asked);
    clearTimeout(late);
  });
}

/** Both packages are CommonJS, of which Node may find only a default export. */
function namesOf<T extends object>(module: unknown): T {
  const { default: whole } = module as { default?: T };
  return { ...whole, ...(module as T) };
}

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

const answerMs = 2_000;

/** Why a server that takes connections does not become ready, by what it answers to a plain PING; undefined: unknown. */
async function whySilent(url: string): Promise<Error | undefined> {
  const { protocol, hostname, port } = new URL(url);
  const answer = await plainAnswer(hostname.replace(/^\[|\]$/g, ""), Number(port || 6379));
  if (answer === undefined) return undefined;
  if (!/^[+-]/.test(answer)) return new Error(`invalid protocol: it answers ${showValue(answer.slice(0, 40))}`);
  if (protocol === "rediss:") return new Error("it answers without TLS");
  return answer.startsWith("-LOADING") ? new Error(answer.slice(1)) : undefined;
}

function plainAnswer(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = withOwnConnections(() => connect({ host, port, timeout: answerMs }));
    const end = (answer?: string) => {
      socket.destroy();
      resolve(answer);
    };
    socket.write("PING\r\n");
    socket.once("data", (data) => end(data.toString("latin1").split("\r\n")[0]));
    for (const event of ["error", "timeout", "close"]) socket.once(event, () => end());
  });
}
