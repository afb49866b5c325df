import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { play } from "../../conversation/index.ts";
import { done, handshake, oneLine, outcomeOf, say, shell, tell, twoLines } from "./command.test-helper.ts";
import { commandAgent } from "./command-agent.ts";

/** Says nothing more, and ends when stdin does. */
const untilStopped = "cat >/dev/null";

const folder = mkdtempSync(join(tmpdir(), "viva-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a command that never comes to a conversation is an outage", () => {
  test("not found: the command and PATH are named", async () => {
    const { outcome } = await play(commandAgent({ command: "no-such-command-anywhere" }), oneLine);
    expect(outcome).toMatchObject({ kind: "infrastructure" });
    expect(outcome).toHaveProperty(
      "message",
      expect.stringContaining("no-such-command-anywhere was not found; PATH is"),
    );
  });

  test("not executable", async () => {
    const file = join(folder, "plain.txt");
    writeFileSync(file, "words");
    const { outcome } = await play(commandAgent({ command: file }), oneLine);
    expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining("is not executable") });
  });

  test("it ends before its handshake: code and stderr", async () => {
    const outcome = await outcomeOf("echo 'no module named desk' >&2; exit 3");
    expect(outcome).toMatchObject({ kind: "infrastructure" });
    expect(outcome).toHaveProperty("message", expect.stringContaining("ended with code 3 before its handshake"));
    expect(outcome).toHaveProperty("message", expect.stringContaining("no module named desk"));
  });

  test("no handshake in time: which limit", async () => {
    const outcome = await outcomeOf("echo waiting >&2; exec sleep 60", { startMs: 150 });
    expect(outcome).toMatchObject({ kind: "infrastructure" });
    expect(outcome).toHaveProperty("message", expect.stringContaining("no handshake within 150 ms (startMs)"));
    expect(outcome).toHaveProperty("message", expect.stringContaining("waiting"));
  });

  test.each([
    ["words", "echo Loading the model…; exec sleep 60", "Loading the model…"],
    ["another version", tell({ type: "opened", viva: 2, name: "a", version: "1" }), '"viva":2'],
    ["no version", tell({ type: "opened", name: "a", version: "1" }), '"type":"opened"'],
    ["something else first", say("hello"), '"text":"hello"'],
  ])("%s in place of the handshake: the line is quoted", async (_name, script, quoted) => {
    const outcome = await outcomeOf(script);
    expect(outcome).toMatchObject({ kind: "infrastructure" });
    expect(outcome).toHaveProperty("message", expect.stringContaining(quoted));
    expect(outcome).toHaveProperty("message", expect.stringContaining("print everything else to stderr"));
  });
});

describe("a command that breaks the protocol has failed", () => {
  test.each([
    ["not JSON", "echo Thinking about it", "not JSON: “Thinking about it”"],
    [
      "half a line",
      `printf '{"type":"te'; exit 0`,
      "half a line, without a line break at its end, and ended with code 0",
    ],
    ["over 8 MB", "head -c 8100000 /dev/zero | tr '\\0' x; cat >/dev/null", "more than 8 MB: “xxx"],
    ["not UTF-8", "printf '\\377\\376\\n'", "not UTF-8"],
    ["an unknown type", tell({ type: "shout", text: "x" }), "an unknown type; it may send opened, text, call"],
    ["a wrong field", tell({ type: "text", text: 1 }), 'in its field "text"'],
    ["another id", tell({ type: "done", re: 77 }), 'does not say "re": 2'],
    ["a second handshake", tell({ type: "opened", viva: 1, name: "a", version: "1" }), "a second handshake"],
  ])("%s", async (_name, script, words) => {
    const outcome = await outcomeOf(`${handshake}; read -r say; ${script}; cat >/dev/null`);
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "protocol", exchange: 1 });
    expect(outcome).toHaveProperty("message", expect.stringContaining(words));
    expect(outcome).toSatisfy(({ message }: { message: string }) => message.length < 800);
  });

  test("a done that nobody waits for fails the next line", async () => {
    const script = `${handshake}; read -r say; ${say("hi")}; ${done(1)}; ${done(1)}; cat >/dev/null`;
    const { outcome } = await play(shell(script), twoLines);
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "protocol", exchange: 2 });
  });

  test("what is quoted is redacted before it is cut", async () => {
    const key = `sk-ant-api03-${"Ab1".repeat(30)}`;
    const outcome = await outcomeOf(`${handshake}; read -r say; echo '${"x".repeat(150)} ${key}'`);
    expect(outcome).toHaveProperty("message", expect.stringContaining("xxx"));
    expect(outcome).toHaveProperty("message", expect.not.stringContaining("sk-ant"));
  });
});

describe("a command that ends in an exchange has crashed", () => {
  test.each([
    ["a code", "exit 7", "ended with code 7"],
    ["no error at all", "exit 0", "ended with code 0"],
    ["a signal", "kill -9 $$", "was ended by SIGKILL"],
  ])("by %s: with its last message and stderr", async (_name, end, how) => {
    const outcome = await outcomeOf(
      `${handshake}; read -r say; ${say("one moment")}; echo 'Trace: desk.py' >&2; ${end}`,
    );
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "crashed", exchange: 1 });
    for (const words of [how, "one moment", "Trace: desk.py"]) {
      expect(outcome).toHaveProperty("message", expect.stringContaining(words));
    }
  });

  test("between two: the next line fails by it", async () => {
    const { outcome } = await play(shell(`${handshake}; read -r say; ${say("bye")}; ${done(1)}; exit 2`), twoLines);
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "crashed", exchange: 2 });
  });
});

describe("a command that takes too long", () => {
  test("to its first event", async () => {
    const outcome = await outcomeOf(`${handshake}; read -r say; ${untilStopped}`, { firstMs: 100 });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    expect(outcome).toHaveProperty(
      "message",
      expect.stringMatching(/no first event within 100 ms; its last .*opened.*firstMs/),
    );
  });

  test("from one event to the next", async () => {
    const script = `${handshake}; read -r say; ${say("hold on")}; ${untilStopped}`;
    const outcome = await outcomeOf(script, { idleMs: 100 });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    expect(outcome).toHaveProperty("message", expect.stringMatching(/nothing more within 100 ms; .*hold on.*idleMs/));
  });

  test("for the whole exchange, however much it says", async () => {
    const script = `${handshake}; read -r say; (while :; do ${say("still here")}; sleep 0.05; done) & ${untilStopped}`;
    const outcome = await outcomeOf(script, { idleMs: 5_000 }, { limits: { exchangeMs: 1_500 } });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    expect(outcome).toHaveProperty("message", expect.stringMatching(/1\.5 s.*still here/));
  });
});
