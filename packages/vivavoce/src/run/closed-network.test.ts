import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import type { Agent, AgentContext } from "../agent/index.ts";
import { redactor } from "../base/index.ts";
import type { Metric } from "../metric/index.ts";
import { ChildReport } from "../network/child-report.ts";
import { tcpVictim } from "../network/victims.test-helper.ts";
import type { SuiteDefinition } from "../suite/index.ts";
import {
  agentOf,
  caseList,
  echo,
  execute,
  loadedSuite,
  planOf,
  sharedStore,
  statusesOf,
  trialsOf,
} from "./run.test-helper.ts";
import { playOnce } from "./trial/play-unstored.ts";

const store = sharedStore();
afterThisFile(() => rmSync(dirname(new ChildReport(() => {}).file), { recursive: true }));

/** A suite whose cases all have a tape that nobody needs. */
function taped(definition: Partial<SuiteDefinition>, ids = ["one", "two"]) {
  const loaded = loadedSuite({ cases: caseList(...ids), ...definition });
  const folder = join(loaded.folder, "cassettes", loaded.suite.name, "default");
  mkdirSync(folder, { recursive: true });
  for (const id of ids) {
    writeFileSync(
      join(folder, `${id}.yaml`),
      `viva: tape 1\norigin: hand-written\ncase: ${id}\ntapes: [{ agent: [Hello] }]\n`,
    );
  }
  return loaded;
}

const replayed = (definition: Partial<SuiteDefinition>, ids?: string[]) =>
  planOf(taped(definition, ids), { options: { traffic: "replay" } });

const say = (context: AgentContext, text: string) => context.record({ type: "text", text });
const connect = async (port: number) => void (await once(net.connect(port), "connect"));

/** Does something for case one, and answers as the case expects, whatever comes of it. */
const careless = (work: () => unknown): Agent =>
  agentOf(async (message, context) => {
    if (context.case.id === "one") await Promise.resolve(work()).catch(() => {});
    say(context, message);
  });

describe("an agent that connects by itself in a replay", () => {
  test("is errored with host, client and remedy, though it caught the error, and its neighbour passes", async () => {
    const { port, arrived } = await tcpVictim();
    const { run, exitCode } = await execute(store(), await replayed({ agent: careless(() => connect(port)) }));
    expect(await statusesOf(store(), run)).toEqual(["one errored", "two passed"]);
    expect(exitCode).toBe(3);
    expect(arrived()).toBe(0);
    const [one] = await trialsOf(store(), run);
    expect(one?.transcript.outcome).toMatchObject({ kind: "infrastructure", exchange: 1 });
    expect(one?.transcript.outcome).toHaveProperty(
      "message",
      expect.stringMatching(
        new RegExp(
          `localhost:${port} \\(by .*closed-network\\.test\\.ts:\\d+\\) was refused: .*context\\.model\\(\\).*network: \\{ allow: \\["localhost:${port}"\\] \\}.*--live`,
        ),
      ),
    );
  });

  test("is live: all as ever", async () => {
    const { port, arrived } = await tcpVictim();
    const { run } = await execute(store(), await planOf({ agent: careless(() => connect(port)) }));
    expect(await statusesOf(store(), run)).toEqual(["one passed", "two passed"]);
    expect(arrived()).toBe(1);
  });

  test("may reach what its suite or the config allows, and is known to have connected", async () => {
    const { port, arrived } = await tcpVictim();
    const agent = careless(() => connect(port));
    const bySuite = await replayed({ agent, network: { allow: [`localhost:${port}`] } });
    const byConfig = await planOf(taped({ agent }), {
      options: { traffic: "replay" },
      config: { network: { allow: ["127.0.0.1"] } },
    });
    for (const plan of [bySuite, byConfig]) {
      const { run } = await execute(store(), plan);
      expect(await statusesOf(store(), run)).toEqual(["one passed", "two passed"]);
      expect((await trialsOf(store(), run))[0]?.transcript.connected).toBe(true);
    }
    expect(arrived()).toBe(2);
  });

  test("does not try again and again: the exchange ends with the first refusal", async () => {
    const { port } = await tcpVictim();
    let tries = 0;
    const stubborn = careless(async () => {
      for (;;) {
        tries += 1;
        await connect(port).catch(() => sleep(60_000, undefined, { ref: false }));
      }
    });
    const { run } = await execute(store(), await replayed({ agent: stubborn }));
    expect(await statusesOf(store(), run)).toEqual(["one errored", "two passed"]);
    expect(tries).toBe(1);
  });

  const world = { snapshot: () => ({}), diff: () => [] };
  const before = async <T>(attempt: () => Promise<void>, then: () => Promise<T> | T): Promise<T> =>
    attempt().then(then);
  test.each<[string, (attempt: () => Promise<void>) => Partial<SuiteDefinition>]>([
    ["when it is made", (attempt) => ({ agent: () => ({ ...echo, made: attempt() }) })],
    ["in open()", (attempt) => ({ agent: { ...echo, open: (context) => before(attempt, () => echo.open(context)) } })],
    [
      "in close()",
      (attempt) => ({
        agent: { ...echo, open: async (context) => ({ ...(await echo.open(context)), close: attempt }) },
      }),
    ],
    ["after its reply", (attempt) => ({ agent: careless(() => void setTimeout(attempt, 1)) })],
    ["in its world", (attempt) => ({ world: () => ({ ...world, made: attempt() }) })],
  ])("is errored also where it does so %s", async (_where, definition) => {
    const { port, arrived } = await tcpVictim();
    let isPlanned = false;
    const attempt = async () => (isPlanned ? connect(port).catch(() => {}) : undefined);
    const plan = await replayed(definition(attempt), ["one"]);
    isPlanned = true;
    const { run } = await execute(store(), plan);
    expect(await statusesOf(store(), run)).toEqual(["one errored"]);
    expect(arrived()).toBe(0);
  });

  test("long after its conversation: that is told, and its trial no longer passes", async () => {
    const { port, arrived } = await tcpVictim();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const { promise: tried, resolve: goOn } = Promise.withResolvers<void>();
    const agent = agentOf(async (message, context) => {
      if (context.case.id === "one") void over.then(() => connect(port)).catch(() => goOn());
      else await tried;
      say(context, message);
    });
    const told: string[] = [];
    const { run, exitCode } = await execute(store(), await replayed({ agent }), {
      listener: {
        finished: (_progress, { trial }) => trial.caseId === "one" && end(),
        late: (complaint, status) => void told.push(`${status}: ${complaint}`),
      },
    });
    expect(told).toEqual([expect.stringContaining(`errored: the connection to localhost:${port}`)]);
    expect(await statusesOf(store(), run)).toEqual(["one errored", "two passed"]);
    expect(exitCode).toBe(3);
    expect(arrived()).toBe(0);
  });

  test("by a process that it starts", async () => {
    const { port, arrived } = await tcpVictim();
    const code = `fetch("http://127.0.0.1:${port}").catch(() => {})`;
    const agent = careless(() => promisify(execFile)(process.execPath, ["-e", code]));
    const { run } = await execute(store(), await replayed({ agent }));
    expect(await statusesOf(store(), run)).toEqual(["one errored", "two passed"]);
    expect(arrived()).toBe(0);
  });
});

describe("code of a suite that belongs to no trial", () => {
  test("spoils the trials that are under way, and those that follow", async () => {
    const { port, arrived } = await tcpVictim();
    const loaded = taped({}, ["one", "two", "three"]);
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    // A shared client, made when the suite was loaded, that works outside of every trial.
    const plan = await planOf(loaded, { options: { traffic: "replay" } });
    const shared = plan.network.within(() => started.then(() => connect(port)).catch(() => {}));
    const agent = agentOf(async (message, context) => {
      if (context.case.id === "two") start();
      if (context.case.id === "two") await shared;
      say(context, message);
    });
    const { run } = await execute(store(), { ...plan, agent: () => agent }, { options: { concurrency: 1 } });
    expect(await statusesOf(store(), run)).toEqual(["one passed", "two errored", "three errored"]);
    expect(arrived()).toBe(0);
  });

  test("a metric that connects is errored, also where it makes a score of the refusal", async () => {
    const { port, arrived } = await tcpVictim();
    const metric: Metric = {
      name: "own",
      judged: false,
      gating: true,
      identity: { name: "own", version: "1", hash: "own" },
      score: async () => {
        await connect(port).catch(() => {});
        return { metric: "own", judged: false, gating: true, status: "scored", value: 1, passed: true, checks: [] };
      },
    } as unknown as Metric;
    const { run } = await execute(store(), await replayed({ metrics: [metric] }, ["one"]));
    expect(await statusesOf(store(), run)).toEqual(["one errored"]);
    expect((await trialsOf(store(), run))[0]?.scores).toEqual([
      expect.objectContaining({ status: "errored", reason: expect.stringContaining(`localhost:${port}`) }),
    ]);
    expect(arrived()).toBe(0);
  });
});

describe("a run that replays one suite and plays another live", () => {
  test.each([[["live", "replay"]], [["replay", "live"]]])("closes the network for the one alone: %s", async (order) => {
    const { port, arrived } = await tcpVictim();
    const make = async (name: string, position: number) => {
      const loaded = taped({ name, agent: careless(() => connect(port)) }, ["one"]);
      return planOf(loaded, { position, options: { traffic: name as "live" | "replay" } });
    };
    const plans = [await make(order[0] ?? "", 0), await make(order[1] ?? "", 1)];
    const { run } = await execute(store(), plans);
    const statuses = await Promise.all(plans.map(async (_plan, at) => (await trialsOf(store(), run, at))[0]?.status));
    expect(Object.fromEntries(order.map((name, at) => [name, statuses[at]]))).toEqual({
      live: "passed",
      replay: "errored",
    });
    expect(arrived()).toBe(1);
  });

  test("a connection that the live suite kept open is of no use to the replayed one", async () => {
    const { port, arrived } = await tcpVictim();
    const ask = careless(async () => void (await (await fetch(`http://127.0.0.1:${port}`)).text()));
    const live = await planOf(taped({ name: "live", agent: ask }, ["one"]), { options: { traffic: "live" } });
    const replay = await planOf(taped({ name: "replay", agent: ask }, ["one"]), {
      position: 1,
      options: { traffic: "replay" },
    });
    const { run } = await execute(store(), [live, replay]);
    expect((await trialsOf(store(), run, 1))[0]?.status).toBe("errored");
    expect(arrived()).toBe(1);
  });
});

test("viva play is held to it as well", async () => {
  const { port, arrived } = await tcpVictim();
  const plan = await replayed({ agent: careless(() => connect(port)) });
  const around = { seed: 1, signal: new AbortController().signal, redactor: redactor({}) };
  const { transcript } = await playOnce(plan, around);
  expect(transcript.outcome).toMatchObject({
    kind: "infrastructure",
    message: expect.stringContaining(`localhost:${port}`),
  });
  expect(arrived()).toBe(0);
});
