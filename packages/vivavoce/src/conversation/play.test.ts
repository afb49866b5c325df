import { describe, expect, test } from "vitest";
import type { Session } from "../agent/index.ts";
import { replyOf } from "../shape/index.ts";
import { play } from "./play.ts";

const testCase = { id: "case", script: [{ content: "Hi" }] };
const texts = ({ exchanges }: Awaited<ReturnType<typeof play>>) => exchanges.map(replyOf);

describe("play() with a plain function", () => {
  test("takes it for the agent, whatever number of parameters it has", async () => {
    expect(texts(await play(() => "Good morning.", testCase))).toEqual(["Good morning."]);
    const echo = await play((message, { messages }) => `${message}, ${messages.length}`, testCase);
    expect(texts(echo)).toEqual(["Hi, 1"]);
    expect(echo.agent.name).toBe("agent");
  });

  test("calls it by its name", async () => {
    const desk = () => "Desk.";
    expect((await play(desk, testCase)).agent.name).toBe("desk");
  });

  test("tells of one that makes agents instead", async () => {
    const made = { name: "made", version: "1", open: () => ({ reply: async () => {} }) };
    const { outcome } = await play((() => made) as never, testCase);
    expect(outcome).toMatchObject({ kind: "agent-failed", message: expect.stringContaining("which is an agent") });
  });

  test("refuses what is neither a function nor an agent", async () => {
    await expect(play({ name: "x" } as never, testCase)).rejects.toThrow(/which is not an agent/);
    await expect(play(undefined as never, testCase)).rejects.toThrow(
      "play() was given undefined, which is not an agent",
    );
  });
});

describe("what a session returns", () => {
  const returning = (session: object) =>
    play({ name: "own", version: "1", open: () => session as Session }, { ...testCase, opens: "agent" });
  const silent = { greet: async () => {}, reply: async () => {} };

  test.each([
    ["a text", async () => "Good morning."],
    ["a list", async () => ["Good morning."]],
    [
      "a stream",
      async function* () {
        yield "Good morning.";
      },
    ],
  ])("%s is told to be heard by nobody", async (_what, reply) => {
    const { outcome } = await play({ name: "own", version: "1", open: () => ({ reply }) as never }, testCase);
    expect(outcome).toMatchObject({
      kind: "agent-failed",
      message: expect.stringMatching(/reply\(\) returned .*record/),
    });
  });

  test("is looked at in a greeting too", async () => {
    const { outcome } = await returning({ ...silent, greet: async () => "Hello!" });
    expect(outcome).toMatchObject({ message: expect.stringContaining("greet() returned the text “Hello!”") });
  });
});
