import { randomUUID } from "node:crypto";
import { sha256, unlessAborted } from "../base/index.ts";
import { type Admission, burstMs, msEach, type Pace, type PaceLimits, type Ticket } from "../model/index.ts";

/** The part of a Redis client that limits need. */
export interface ScriptRunner {
  eval(script: string, keyCount: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
}

/** A place among the calls at the same time is free again this long after the last sign of the process that had it. */
const leaseMs = 15_000;
const renewMs = 3_000;
/** How often a call looks for a free place. */
const lookMs = 25;
/** If Redis does not answer for this long, the progress line says so; the calls go on waiting. */
const answerMs = 5_000;
const awayMs = 500;

/**
 * The limits of models, kept in Redis by all processes together: per minute as `localPace` does, and the calls at the same
 * time. Redis' clock counts, and each step is one script, so no two processes can take the same place. If Redis does not
 * answer, no call is let through.
 */
export function sharedPace(redis: ScriptRunner, prefix = "viva"): Pace {
  const leases = leasesIn(redis);
  const ask = async (model: string, limits: PaceLimits, tokens: number): Promise<Admission> => {
    // The braces keep both keys on one server of a cluster.
    const name = `${prefix}:pace:{${sha256(model).slice(0, 32)}}`;
    const keys: Keys = [name, `${name}:calls`];
    const each = { request: msEach(limits.requestsPerMinute), token: msEach(limits.tokensPerMinute) };
    const id = randomUUID();
    const { concurrency = 0 } = limits;
    const given = [each.request, each.token, tokens, burstMs, concurrency, id, leaseMs, lookMs];
    const [waitMs, heldBy] = (await redis.eval(admitScript, 2, ...keys, ...given)) as [number, keyof PaceLimits];
    if (waitMs > 0) return { waitMs, because: limitText(heldBy, limits) };
    if (concurrency > 0) leases.hold(id, keys[1]);
    const settle = (requests: number, used: number) => {
      leases.drop(id);
      // If this does not reach Redis, the estimate stands and the place is free when its time is over.
      redis.eval(settleScript, 2, ...keys, id, requests * each.request, used * each.token).catch(() => {});
    };
    return { done: (used = tokens) => settle(0, used - tokens), unsent: () => settle(-1, -tokens) };
  };
  return {
    keeps: ["requestsPerMinute", "tokensPerMinute", "concurrency"],
    async ask(...asked) {
      try {
        return await unlessAborted(ask(...asked), AbortSignal.timeout(answerMs), giveBack);
      } catch {
        // The error may name an address with a password.
        return { waitMs: awayMs, because: "the shared limits: Redis, which keeps them, does not answer" };
      }
    },
  };
}

type Keys = readonly [limits: string, calls: string];

function giveBack(late: Admission): void {
  if (isTicket(late)) late.unsent();
}

function isTicket(admission: Admission): admission is Ticket {
  return "unsent" in admission;
}

function limitText(heldBy: keyof PaceLimits, limits: PaceLimits): string {
  const units = { requestsPerMinute: "requests per minute", tokensPerMinute: "tokens per minute" };
  const unit = heldBy === "concurrency" ? "calls at a time" : units[heldBy];
  return `the limit of ${limits[heldBy]} ${unit} of all workers together`;
}

/** The places that calls of this process have; they are renewed as long as it lives. */
function leasesIn(redis: ScriptRunner) {
  const held = new Map<string, string>();
  let renewing: NodeJS.Timeout | undefined;
  /** A Redis that has lost its data learns of the calls under way again. */
  const renew = () => {
    for (const [key, own] of Map.groupBy(held, ([, key]) => key)) {
      redis.eval(renewScript, 1, key, leaseMs, ...own.map(([id]) => id)).catch(() => {});
    }
  };
  return {
    hold(id: string, key: string): void {
      held.set(id, key);
      renewing ??= setInterval(renew, renewMs).unref();
    },
    drop(id: string): void {
      held.delete(id);
      if (held.size > 0) return;
      clearInterval(renewing);
      renewing = undefined;
    },
  };
}

const nowOfRedis = `
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
`;

/** Gives the milliseconds to wait and the limit that asks for it; 0 if the call may be sent. */
const admitScript = `${nowOfRedis}
local limits, calls = KEYS[1], KEYS[2]
local per_request, per_token, tokens, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local concurrency, id, lease, look = tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8])
local wait, held_by = 0, ""
local function until_of(name) return tonumber(redis.call("HGET", limits, name) or "0") end
local function check(name, each)
  local left = until_of(name) - burst - now
  if each > 0 and left > wait then wait, held_by = left, name .. "PerMinute" end
end
check("requests", per_request)
check("tokens", per_token)
if concurrency > 0 and wait <= 0 then
  redis.call("ZREMRANGEBYSCORE", calls, "-inf", now)
  local others = redis.call("ZCARD", calls)
  -- The answer to an earlier attempt of the same call may have been lost.
  if redis.call("ZSCORE", calls, id) then others = others - 1 end
  if others >= concurrency then wait, held_by = look, "concurrency" end
end
if wait > 0 then return { math.ceil(wait), held_by } end
local function take(name, ms)
  local till = math.max(until_of(name), now) + ms
  redis.call("HSET", limits, name, string.format("%.3f", till))
  return till
end
local longest = math.max(take("requests", per_request), take("tokens", tokens * per_token))
redis.call("PEXPIRE", limits, math.ceil(longest - now) + 600000)
if concurrency > 0 then
  redis.call("ZADD", calls, string.format("%.3f", now + lease), id)
  redis.call("PEXPIRE", calls, lease * 4)
end
return { 0, "" }
`;

const settleScript = `
redis.call("ZREM", KEYS[2], ARGV[1])
if redis.call("EXISTS", KEYS[1]) == 1 then
  redis.call("HINCRBYFLOAT", KEYS[1], "requests", ARGV[2])
  redis.call("HINCRBYFLOAT", KEYS[1], "tokens", ARGV[3])
end
`;

const renewScript = `${nowOfRedis}
for index = 2, #ARGV do redis.call("ZADD", KEYS[1], string.format("%.3f", now + ARGV[1]), ARGV[index]) end
redis.call("PEXPIRE", KEYS[1], ARGV[1] * 4)
`;
