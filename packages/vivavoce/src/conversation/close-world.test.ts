import { afterEach, describe, expect, test, vi } from "vitest";
import type { Agent, AgentContext } from "../agent/index.ts";
import type { World } from "../shape/index.ts";
import { jsonWorld } from "../world/index.ts";
import { type PlayOptions, play } from "./play.ts";

afterEach(() => void vi.useRealTimers());

const hello = { id: "case", script: [{ content: "one" }, { content: "two" }] };

function agentThat(reply: (context: AgentContext) => unknown): Agent {
  return { name: "agent", version: "1", open: (context) => ({ reply: async () => void (await reply(context)) }) };
}
const polite = agentThat(({ record }) => record({ type: "text", text: "Hello." }));

/** A world that tells what was asked of it. */
function worldThat(closes: () => void | Promise<void>): { world: World; asked: string[] } {
  const asked: string[] = [];
  const inner = jsonWorld({ a: 1 });
  const world = {
    ...inner,
    snapshot: () => {
      asked.push("snapshot");
      return inner.snapshot();
    },
    close: () => {
      asked.push("close");
      return closes();
    },
  };
  return { world, asked };
}

describe("a world is closed once, after its last snapshot,", () => {
  test.each<[string, Agent, PlayOptions, string]>([
    ["when all went well", polite, {}, "completed"],
    ["when the agent threw", agentThat(() => Promise.reject(new Error("no idea"))), {}, "agent-failed"],
    ["when the agent said nothing", agentThat(() => {}), {}, "agent-failed"],
    [
      "when the agent took too long",
      agentThat(() => new Promise(() => {})),
      { limits: { exchangeMs: 5 } },
      "agent-failed",
    ],
    ["when it could not be opened", { ...polite, open: () => Promise.reject(new Error("no key")) }, {}, "agent-failed"],
    ["when its model failed", agentThat(({ model }) => model().call({ messages: [] })), {}, "infrastructure"],
  ])("%s", async (_, agent, options, kind) => {
    const { world, asked } = worldThat(() => {});
    const { outcome } = await play(agent, hello, { ...options, world: () => world });
    expect(outcome.kind).toBe(kind);
    expect(asked.filter((what) => what === "close")).toHaveLength(1);
    expect(asked.at(-1)).toBe("close");
  });

  test("when the world itself failed", async () => {
    const { world, asked } = worldThat(() => {});
    const broken = { ...world, diff: () => [{ kind: "sky.fell" }] as never };
    expect((await play(polite, hello, { world: broken })).outcome.kind).toBe("infrastructure");
    expect(asked.at(-1)).toBe("close");
  });

  test("when the run was interrupted", async () => {
    const { world, asked } = worldThat(() => {});
    const stop = new AbortController();
    const agent = agentThat(() => {
      stop.abort();
      return new Promise(() => {});
    });
    await expect(play(agent, hello, { world, signal: stop.signal })).rejects.toMatchObject({ name: "Interrupted" });
    expect(asked.at(-1)).toBe("close");
  });

  test("and is waited for", async () => {
    let closed = false;
    const { world } = worldThat(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      closed = true;
    });
    await play(polite, hello, { world });
    expect(closed).toBe(true);
  });
});

describe("a world that cannot be closed is told of:", () => {
  const failing: [string, () => void | Promise<void>][] = [
    [
      "throws",
      () => {
        throw new Error("the disk is full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the disk is full"))],
  ];

  test.each(failing)("one that %s leaves a finished conversation errored, never passed", async (_, closes) => {
    const { outcome, world } = await play(polite, hello, { world: worldThat(closes).world });
    expect(outcome).toEqual({ kind: "infrastructure", message: "the world could not be closed: the disk is full" });
    expect(world?.effects).toEqual([]);
  });

  test.each(failing)("one that %s leaves an agent that failed failed", async (_, closes) => {
    const agent = agentThat(() => Promise.reject(new Error("no idea")));
    const { outcome } = await play(agent, hello, { world: worldThat(closes).world });
    expect(outcome).toMatchObject({
      kind: "agent-failed",
      reason: "threw",
      message: "no idea; in addition, the world could not be closed: the disk is full",
    });
  });

  test("one that never ends is not waited for longer than 5 s", async () => {
    vi.useFakeTimers();
    const playing = play(polite, hello, { world: worldThat(() => new Promise(() => {})).world });
    await vi.advanceTimersByTimeAsync(5_001);
    expect((await playing).outcome).toMatchObject({
      kind: "infrastructure",
      message: "the world could not be closed: close() took longer than 5 s",
    });
  });

  test("a close that is not a function is refused before anything is played", async () => {
    const world = { ...jsonWorld({}), close: true } as unknown as World;
    await expect(play(polite, hello, { world })).rejects.toMatchObject({
      message: expect.stringContaining("which is not a world"),
      remedy: expect.stringContaining("close() are optional functions"),
    });
  });
});
