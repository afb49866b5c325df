import { describe, expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectOf, servedBy, suiteText, until } from "./cli.test-helper.ts";

const answered = async (script: Parameters<typeof scriptedServer>[0]) => {
  const server = await scriptedServer(script);
  const suite = suiteText({ agent: asking, models: servedBy(server.url), before: `console.log("loading");` });
  return { server, ...projectOf({ "a.eval.ts": suite }) };
};

describe.concurrent("viva play: one case in, one conversation out", { timeout: 90_000 }, () => {
  test("answers a case that the suite does not hold, with nothing but JSON on stdout", async () => {
    const { server, viva, runs } = await answered({ answer: "Good morning." });
    const given = {
      id: "from-elsewhere",
      history: [{ role: "user", content: "Earlier" }],
      script: [{ content: "Hello" }, { content: "Bye" }],
    };
    const { code, stdout, stderr } = await viva("play a.eval.ts", { input: `\uFEFF${JSON.stringify(given)}` });
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain("loading");
    const { messages, toolCalls, transcript } = JSON.parse(stdout);
    expect(
      messages.slice(-4).map(({ role, content }: { role: string; content: string }) => `${role}: ${content}`),
    ).toEqual(["user: Hello", "assistant: Good morning.", "user: Bye", "assistant: Good morning."]);
    expect(toolCalls).toEqual([]);
    expect(transcript).toMatchObject({ case: "from-elsewhere", outcome: { kind: "completed" } });
    expect(server.calls).toBe(2);
    expect(await runs()).toEqual([]);
    await server.close();
  });

  test("calls of tools are listed with their exchange; --variant and --model reach the agent", async () => {
    const agent = `({ prompt }) => ({
      name: "tooled", version: prompt, tools: [{ name: "save", parameters: {}, effect: "write" }],
      open: (context) => ({
        async reply(message) {
          const call = { id: context.ids.next("call"), name: "save", arguments: { note: prompt + " " + context.model().id } };
          await context.approve(call);
          context.record({ type: "result", id: call.id, result: "saved" });
        },
      }),
    })`;
    const { viva } = projectOf({
      "a.eval.ts": suiteText({
        agent,
        fields: `variants: { prompt: ["v2", "v1"] }`,
        models: `{ agent: "openai:gpt-5" }`,
      }),
    });
    const input = JSON.stringify({ id: "x", script: [{ content: "Save it" }], approvals: "reject" });
    const { stdout } = await viva("play a.eval.ts --variant prompt=v1 --model ollama:other", { input });
    expect(JSON.parse(stdout).toolCalls).toMatchObject([
      {
        exchange: 1,
        name: "save",
        arguments: { note: "v1 ollama:other" },
        approval: { decision: "rejected" },
        result: "saved",
      },
    ]);
  });

  test("bad input is 64, an outage 3, and both leave stdout empty", async () => {
    const { server, viva } = await answered({ answer: { fault: "status", status: 401, message: "no such key" } });
    const input = casesOf("one").slice(1, -1);
    const [broken, invalid, outage, both] = await Promise.all([
      viva("play a.eval.ts", { input: "{ broken" }),
      viva("play a.eval.ts", { input: `{ "id": "x", "script": [] }` }),
      viva("play a.eval.ts", { input }),
      viva("play a.eval.ts --live --replay", { input }),
    ]);
    expect(broken).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining("stdin is no JSON") });
    expect(invalid).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining("stdin (case x): ") });
    expect(outage).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("no such key") });
    expect(both).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining("exclude each other") });
    await server.close();
  });

  test("a signal ends it with that signal's code, and no half of an answer", async () => {
    const { server, start } = await answered({ answer: { fault: "hang" } });
    const { child, ended } = start("play a.eval.ts", { input: casesOf("one").slice(1, -1) });
    await until(() => server.calls === 1, "the model is asked");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 143, stdout: "" });
    await server.close();
  });
});
