// Agents that misbehave within their own conversation: what they do can be played beside any other code.
import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "vivavoce";
import { answering, type Expected, hostileProxy, kind, type Misbehaviour, throwing } from "./misbehaviour.ts";

const throws: Misbehaviour[] = [
  kind("throws an Error", "failed", throwing(new Error("out of ideas"))),
  kind("throws a text", "failed", throwing("just text")),
  kind("throws undefined", "failed", throwing(undefined)),
  kind("throws null", "failed", throwing(null)),
  kind("throws a symbol", "failed", throwing(Symbol("odd"))),
  kind("throws a proxy that refuses everything", "failed", throwing(hostileProxy())),
  kind("throws a revoked proxy", "failed", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    throw proxy;
  }),
  kind("throws an error whose message is a getter that throws", "failed", () => {
    throw Object.defineProperty(new Error("odd"), "message", { get: throwing(new Error("not even that")) });
  }),
  kind("throws an AbortError", "failed", throwing(new DOMException("aborted", "AbortError"))),
  kind("throws an error of 5 MB", "failed", () => {
    throw new Error("x".repeat(5e6));
  }),
  kind("throws an error that is its own cause", "failed", () => {
    const error = new Error("odd");
    throw Object.assign(error, { cause: error });
  }),
  kind("recurses until the stack is full", "failed", function recurse(): number {
    return 1 + recurse();
  }),
];

const opens: Misbehaviour[] = [
  { name: "open throws", expected: "failed", open: throwing(new Error("closed today")) },
  { name: "open hangs", expected: "failed", open: () => new Promise(() => {}) },
  { name: "open returns nothing", expected: "failed", open: () => undefined as unknown as Session },
  {
    name: "open returns a proxy that refuses everything",
    expected: "failed",
    open: () => hostileProxy() as Session,
  },
  {
    name: "close throws",
    expected: "passed",
    open: (_context, answer) => ({ reply: async () => answer(), close: throwing(new Error("stuck")) }),
  },
  {
    name: "close hangs",
    expected: "passed",
    open: (_context, answer) => ({ reply: async () => answer(), close: () => new Promise(() => {}) }),
  },
];

/** What `reply` returns is not a promise that keeps to the rules. */
function returning(name: string, expected: Expected, reply: (answer: () => void) => unknown): Misbehaviour {
  return { name, expected, open: (_context, answer) => ({ reply: () => reply(answer) }) as unknown as Session };
}

function thenable(then: (resolve: () => void, reject: (error: unknown) => void) => unknown): object {
  return { then };
}

const resolves: Misbehaviour[] = [
  kind("never resolves", "failed", () => new Promise(() => {})),
  // Long after the limit, since time in which a busy machine stood still does not count.
  answering("resolves late", "failed", () => sleep(30_000, undefined, { ref: false })),
  kind("says nothing", "failed", () => {}),
  returning("returns a thenable that throws", "failed", () => thenable(throwing(new Error("hostile")))),
  returning("returns a thenable that never settles", "failed", () => thenable(() => {})),
  returning("returns a thenable whose then is a getter that throws", "failed", () =>
    // biome-ignore lint/suspicious/noThenProperty: a hostile thenable is what is tried
    Object.defineProperty({}, "then", { get: throwing(new Error("hostile")) }),
  ),
  returning("returns a thenable that settles again and again", "passed", (answer) => {
    answer();
    return thenable((resolve, reject) => {
      resolve();
      reject(new Error("hostile"));
      setTimeout(reject, 20, new Error("hostile"));
    });
  }),
  returning("rejects with nothing", "failed", () => Promise.reject()),
];

const changes: Misbehaviour[] = [
  answering("changes the case", "passed", ({ case: own }) => {
    Object.assign(own, { id: "after-1", script: [], expect: {} });
  }),
  answering("changes the history", "passed", ({ case: own }) => {
    (own.history as unknown[]).push({ role: "user", content: "never said" });
    Reflect.deleteProperty(own, "history");
  }),
  kind("changes what it has recorded", "failed", (context) => {
    const event = { type: "text" as const, text: "something else" };
    context.record(event);
    event.text = `Hello ${context.case.id}`;
  }),
  kind("changes the arguments of a call that it has recorded", "passed", (context, answer) => {
    const given: Record<string, unknown> = { id: 1 };
    context.record({ type: "call", id: "c1", name: "look", arguments: given });
    given.self = given;
    answer();
  }),
];

/** A value that is hard to keep, as arguments of a call and as a tool's result. */
function keeping(name: string, make: () => unknown): Misbehaviour[] {
  return [
    answering(`calls with ${name}`, "passed", ({ record }) => {
      record({ type: "call", id: "c1", name: "look", arguments: make() as Record<string, unknown> });
    }),
    answering(`is given ${name} by a tool`, "passed", ({ record }) => {
      record({ type: "call", id: "c1", name: "look", arguments: {} });
      record({ type: "result", id: "c1", result: make() });
    }),
  ];
}

const circle: Record<string, unknown> = {};
circle.self = circle;

const records: Misbehaviour[] = [
  ...keeping("a circle", () => circle),
  ...keeping("a BigInt", () => ({ id: 2n ** 70n })),
  ...keeping("a Date", () => ({ when: new Date(0), never: new Date(Number.NaN) })),
  ...keeping("NaN", () => ({ value: Number.NaN, most: Number.POSITIVE_INFINITY })),
  ...keeping("a Map", () => ({ map: new Map([["a", new Set([1])]]) })),
  ...keeping("symbols", () => ({ [Symbol("odd")]: 1, value: Symbol("odd") })),
  ...keeping("a toJSON that throws", () => ({ toJSON: throwing(new Error("hostile")) })),
  ...keeping("100,000 levels", () => nested(100_000)),
  ...keeping("20 MB", () => ({ text: "x".repeat(20e6) })),
  kind("records 100,000 texts", "passed", ({ record }, answer) => {
    for (let index = 0; index < 100_000; index++) record({ type: "text", text: "tick" });
    answer();
  }),
  kind("records 100,000 calls", "failed", ({ record }, answer) => {
    for (let index = 0; index < 100_000; index++) {
      try {
        record({ type: "call", name: "look", arguments: {} });
      } catch {
        // It goes on all the same.
      }
    }
    answer();
  }),
  answering(
    "says 600 MB",
    "failed",
    ({ record }) => {
      for (let index = 0; index < 6; index++) record({ type: "text", text: String(index).repeat(100e6) });
    },
    { costly: true },
  ),
  kind("records what is not an event", "failed", ({ record }) => record(hostileProxy() as never)),
  kind(
    "speaks when its conversation is over",
    "failed",
    ({ record }, answer) => {
      setTimeout(() => record({ type: "text", text: "one more thing" }), 1_100);
      answer();
    },
    { lingerMs: 2_000 },
  ),
];

const worlds: Misbehaviour[] = [
  answering("makes its world a circle", "passed", ({ world }) => {
    world.value.self = world.value;
  }),
  answering("makes its world 100,000 levels deep", "passed", ({ world }) => {
    world.value.deep = nested(100_000);
  }),
  answering("makes its world throw", "passed", ({ world }) => {
    Object.defineProperty(world.value, "odd", { enumerable: true, get: throwing(new Error("hostile")) });
  }),
];

function nested(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = { inner: value };
  return value;
}

export const contained: readonly Misbehaviour[] = [throws, opens, resolves, changes, records, worlds].flat();
