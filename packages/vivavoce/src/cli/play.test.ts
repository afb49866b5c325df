import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectOf, servedBy, suiteText, until } from "./cli.test-helper.ts";

const said = (id: string) => JSON.stringify({ id, script: [{ content: `Hello ${id}` }] });

const answered = async (script: Parameters<typeof scriptedServer>[0]) => {
  const server = await scriptedServer(script);
  const suite = suiteText({ agent: asking, models: servedBy(server.url), before: `console.log("loading");` });
  return { server, ...projectOf({ "a.eval.ts": suite }) };
};

describe.concurrent("viva play: cases in, conversations out", () => {
  test("answers a case that is not in the suite, with only JSON on stdout", async () => {
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
    const { messages, toolCalls, transcript, origin } = JSON.parse(stdout);
    expect(origin).toBe("live");
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

  test("a problem with one case is its answer, and the next case is played", async () => {
    const { server, viva } = await answered({
      answer: (request) =>
        JSON.stringify(request).includes("outage") ? { fault: "status", status: 401, message: "no such key" } : "Hi.",
    });
    const input = ["{ broken", '{ "id": "x", "script": [] }', said("outage"), said("fine"), '{ "id":'].join("\n");
    const { code, stdout, stderr } = await viva("play a.eval.ts", { input });
    expect(code).toBe(64);
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toEqual([
      { line: 1, error: expect.stringContaining("stdin:1: this is not valid JSON"), exitCode: 64 },
      { line: 2, id: "x", error: expect.stringContaining("stdin:2: "), exitCode: 64 },
      { line: 3, id: "outage", error: expect.stringContaining("no such key"), exitCode: 3 },
      expect.objectContaining({ line: 4, origin: "live", transcript: expect.objectContaining({ case: "fine" }) }),
      { line: 5, error: expect.stringContaining("does not end"), exitCode: 64 },
    ]);
    for (const { error } of answers) if (error) expect(stderr).toContain(error.split("\n")[0]);
    await server.close();
  });

  test("takes one case at a time; --record keeps the answers, and --replay says where they come from", async () => {
    const { server, start, viva, write, read } = await answered({ answer: "Good morning." });
    const { child, ended } = start("play a.eval.ts --record", { input: undefined, keepOpen: true });
    const lines = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]();
    for (const id of ["one", "two"]) {
      child.stdin?.write(`${said(id)}\n`);
      expect(JSON.parse((await lines.next()).value ?? "")).toMatchObject({ origin: "live", transcript: { case: id } });
    }
    child.stdin?.end();
    expect(await ended).toMatchObject({ code: 0 });
    expect(server.calls).toBe(2);
    await server.close();
    const byHand = read("cassettes/exam/default/one.yaml")
      .replace(/hash: .*/, "")
      .replace("origin: recorded", "origin: hand-written");
    write({ "cassettes/exam/default/one.yaml": byHand });
    const { stdout } = await viva("play a.eval.ts --replay", { input: `${said("one")}\n${said("two")}` });
    const origins = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).origin);
    expect(origins).toEqual(["hand-written", "replayed"]);
  });

  test("without a case, and with flags that exclude each other, it ends with 64", async () => {
    const { viva } = projectOf({ "a.eval.ts": suiteText() });
    const [empty, both] = await Promise.all([
      viva("play a.eval.ts", { input: "\n" }),
      viva("play a.eval.ts --live --record", { input: said("one") }),
    ]);
    expect(empty).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining("stdin holds no case") });
    expect(both).toMatchObject({
      code: 64,
      stdout: "",
      stderr: expect.stringContaining("--live and --record exclude"),
    });
  });

  test("a signal ends it with that signal's code, without half an answer", async () => {
    const { server, start } = await answered({ answer: { fault: "hang" } });
    const { child, ended } = start("play a.eval.ts", { input: casesOf("one").slice(1, -1) });
    await until(() => server.calls === 1, "the model is asked");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 143, stdout: "" });
    await server.close();
  });
});
