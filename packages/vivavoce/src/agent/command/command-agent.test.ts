import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { InputError, type JsonObject } from "../../base/index.ts";
import { play } from "../../conversation/index.ts";
import { scriptedModel } from "../../testing/index.ts";
import { jsonWorld, reportedWorld } from "../../world/index.ts";
import type { Agent, AgentEvent, ToolSpec } from "../types.ts";
import { done, handshake, oneLine, opened, say, shell, tell, texts, twoLines } from "./command.test-helper.ts";
import { commandAgent } from "./command-agent.ts";

const folder = mkdtempSync(join(tmpdir(), "viva-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** The agent, with its notes taken aside. */
function noting(agent: Agent): { agent: Agent; notes: AgentEvent[] } {
  const notes: AgentEvent[] = [];
  const open: Agent["open"] = (context) => {
    const record = (event: AgentEvent) => (event.type === "note" ? void notes.push(event) : context.record(event));
    return agent.open({ ...context, record });
  };
  return { agent: { ...agent, open }, notes };
}

/** Keeps what it is sent in a file, and answers each line with a word. */
const listening = (file: string, lines: number) =>
  [
    `exec 3>'${file}'; hear() { read -r line; printf '%s\\n' "$line" >&3; }`,
    `hear; ${handshake.replace("read -r open; ", "")}`,
    ...Array.from({ length: lines }, (_, index) => `hear; ${say("yes")}; ${done(index + 1)}`),
    "hear",
  ].join("; ");

async function heardBy(script: (file: string) => string, testCase: Parameters<typeof play>[1]) {
  const file = join(folder, "heard");
  const transcript = await play(shell(script(file)), testCase, { variant: { tone: "warm" } });
  const heard = readFileSync(file, "utf8").trim().split("\n");
  return { transcript, heard: heard.map((line) => JSON.parse(line) as JsonObject) };
}

describe("what a command is sent", () => {
  test("open, say and close, in order; never what is expected of it", async () => {
    const testCase = {
      ...twoLines,
      history: [{ role: "user" as const, content: "before" }],
      data: { room: 4 },
      expect: { contains: ["the answer"] },
    };
    const { transcript, heard } = await heardBy((file) => listening(file, 2), testCase);
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(texts(transcript)).toEqual([["yes"], ["yes"]]);
    expect(heard).toMatchObject([
      { type: "open", id: 1, viva: 1, case: { id: "two", data: { room: 4 } }, history: testCase.history },
      { type: "say", id: 2, text: "one" },
      { type: "say", id: 3, text: "two" },
      { type: "close", id: 4, reason: "finished" },
    ]);
    expect(heard[0]).toMatchObject({ variant: { tone: "warm" }, seed: expect.any(Number), now: expect.any(String) });
    expect(JSON.stringify(heard[0])).not.toMatch(/the answer|"one"/);
  });

  test("a message in one line, also for a program that ends lines where Unicode does", async () => {
    const content = "one\u2028two\u2029three";
    const code = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { type, id, text } = JSON.parse(line);
      const tell = (message) => console.log(JSON.stringify(message));
      if (type === "open") tell({ type: "opened", viva: 1, name: "node", version: "1" });
      if (type === "say") { tell({ type: "text", text }); tell({ type: "done", re: id }); }
    });`;
    const agent = commandAgent({ command: process.execPath, args: ["-e", code], files: [] });
    expect(texts(await play(agent, { id: "separated", script: [{ content }] }))).toEqual([[content]]);
  });

  test("silence and a line that cuts in", async () => {
    const file = join(folder, "heard");
    const agent = shell(listening(file, 3));
    const lines: Agent = {
      ...agent,
      async open(context) {
        const session = await agent.open(context);
        return {
          close: async () => session.close?.(),
          async reply(message, signal) {
            await session.silence?.(8_000, signal);
            await session.interrupt?.(message, "as far as", signal);
            await session.reply("plain", signal);
          },
        };
      },
    };
    expect((await play(lines, oneLine)).outcome).toMatchObject({ kind: "completed" });
    const heard = readFileSync(file, "utf8").trim().split("\n");
    expect(heard.slice(1, 4).map((line) => JSON.parse(line))).toEqual([
      { type: "silence", id: 2, ms: 8_000 },
      { type: "say", id: 3, text: "hello", bargeIn: true, heard: "as far as" },
      { type: "say", id: 4, text: "plain" },
    ]);
  });

  test("the environment without secrets, with what the suite adds", async () => {
    vi.stubEnv("DESK_API_KEY", "abc");
    vi.stubEnv("DESK_URL", "postgres://me:hunter2@db/desk");
    vi.stubEnv("DESK_TONE", "warm");
    const shown = '"$DESK_API_KEY/$DESK_URL/$DESK_TONE/$ADDED_TOKEN/$(echo $VIVA_NOW | cut -c11)"';
    const script = `${handshake}; read -r say; printf '{"type":"text","text":"%s"}\\n' ${shown}; ${done(1)}`;
    const transcript = await play(shell(script, { env: { ADDED_TOKEN: "given" } }), oneLine);
    expect(texts(transcript)).toEqual([["//warm/given/T"]]);
  });
});

/** Sends a question and says what it was answered. */
const asking = (question: object, early = false) =>
  `${early ? `read -r open; ${tell(question)}; read -r answer; ${opened}; read -r say` : `${handshake}; read -r say; ${tell(question)}; read -r answer`}; ` +
  `printf '%s' "$answer" | sed 's/\\\\/\\\\\\\\/g; s/"/\\\\"/g; s/.*/{"type":"text","text":"&"}\\n/'; ${done(1)}; read -r close`;

describe("what a command may ask", () => {
  const answerTo = async (question: object, agent: object = {}, options: object = {}) => {
    const transcript = await play(shell(asking(question), agent), oneLine, options);
    return { transcript, answer: JSON.parse(texts(transcript)[0]?.[0] ?? "null") as JsonObject };
  };

  test("a tool, run by the backend on the trial's world", async () => {
    const world = jsonWorld({ rooms: 1 });
    const backend = (given: typeof world, name: string, { by }: JsonObject) => {
      given.update((value) => ({ rooms: value.rooms + Number(by) }));
      return { name, rooms: given.value.rooms };
    };
    const question = { type: "tool", id: "t1", name: "add_rooms", arguments: { by: 2 } };
    const { transcript, answer } = await answerTo(question, { backend }, { world });
    expect(answer).toEqual({ type: "answer", re: "t1", value: { name: "add_rooms", rooms: 3 } });
    expect(transcript.exchanges[0]?.items[0]).toMatchObject({
      type: "call",
      call: { name: "add_rooms", arguments: { by: 2 }, result: { rooms: 3 } },
    });
    expect(transcript.world?.effects).toHaveLength(1);
  });

  test("a tool that throws, or that nothing runs, is answered with the error", async () => {
    const question = { type: "tool", id: 9, name: "add_rooms", arguments: {} };
    const backend = () => {
      throw new Error("full");
    };
    expect((await answerTo(question, { backend })).answer).toEqual({ type: "answer", re: 9, error: "full" });
    expect((await answerTo(question)).answer).toMatchObject({ re: 9, error: expect.stringContaining("add_rooms") });
  });

  test("what is not a tool, without a record of it", async () => {
    const backend = (_world: unknown, name: string, given: JsonObject) => ({ name, given });
    const question = { type: "ask", id: 4, name: "prompt", arguments: { of: "v2" } };
    const { transcript, answer } = await answerTo(question, { backend });
    expect(answer).toEqual({ type: "answer", re: 4, value: { name: "prompt", given: { of: "v2" } } });
    expect(transcript.exchanges[0]?.items.map(({ type }) => type)).toEqual(["text"]);
    expect((await answerTo(question)).answer).toMatchObject({ error: expect.stringContaining("has no backend") });
  });

  test("a tool does not go past the record as a mere question", async () => {
    const backend = vi.fn();
    const tools: ToolSpec[] = [{ name: "add_rooms", parameters: { type: "object" }, effect: "write" }];
    const { answer } = await answerTo({ type: "ask", id: 1, name: "add_rooms" }, { backend, tools });
    expect(answer).toMatchObject({ error: expect.stringContaining("is a tool of the agent") });
    expect(backend).not.toHaveBeenCalled();
  });

  test("a tool after leave was asked for is one call", async () => {
    const call = { name: "add_rooms", arguments: { by: 2 } };
    const script = `${handshake}; read -r line
      ${tell({ type: "approve", id: 1, call })}; read -r answer
      ${tell({ type: "tool", id: 2, ...call })}; read -r answer; ${done(1)}; read -r close`;
    const { exchanges } = await play(shell(script, { backend: () => "added" }), oneLine);
    expect(exchanges[0]?.items).toEqual([
      { type: "call", call: expect.objectContaining({ ...call, approval: { decision: "approved" }, result: "added" }) },
    ]);
  });

  test("leave, as the case decides", async () => {
    const call = { id: "c1", name: "delete_room", arguments: { room: 1 } };
    const script = asking({ type: "approve", id: 1, call });
    const transcript = await play(shell(script), { ...oneLine, approvals: "reject" });
    expect(transcript.exchanges[0]?.items[0]).toMatchObject({
      type: "call",
      call: { id: "c1", approval: { decision: "rejected" } },
    });
    expect(texts(transcript)[0]?.[0]).toContain("rejected");
  });

  test("a model of the suite; a request that does not fit is refused by name", async () => {
    const models = { agent: scriptedModel(["Good morning."]) };
    const request = { messages: [{ role: "user", content: "hello" }] };
    const { answer } = await answerTo({ type: "model", id: 1, request }, {}, { models });
    expect(answer).toMatchObject({ re: 1, value: { text: "Good morning." } });
    const odd = { ...request, frequency_penalty: 1 };
    const refused = await answerTo({ type: "model", id: 1, request: odd }, {}, { models });
    expect(refused.answer).toMatchObject({ error: expect.stringContaining("frequency_penalty") });
  });

  test("while it is answered, its silence is not its own", async () => {
    const slow = { id: "slow", call: async () => ({ text: "at last", toolCalls: [], finish: "stop" as const }) };
    const call = () => new Promise<void>((resolve) => setTimeout(resolve, 1_200)).then(slow.call);
    const question = { type: "model", id: 1, request: { messages: [{ role: "user", content: "?" }] } };
    const deadlines = { firstMs: 1_000, idleMs: 1_000 };
    const { transcript } = await answerTo(question, deadlines, { models: { agent: { ...slow, call } } });
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
  });
});

describe("what a command tells", () => {
  test("calls, results and errors, as record does", async () => {
    const script = [
      handshake,
      "read -r say",
      tell({ type: "call", id: "a", name: "look", arguments: { at: "x" }, unknown: "ignored" }),
      tell({ type: "result", id: "a", result: [1] }),
      tell({ type: "call", id: "b", name: "look" }),
      tell({ type: "error", id: "b", error: "gone" }),
      done(1),
    ].join("; ");
    const { exchanges } = await play(shell(script), oneLine);
    expect(exchanges[0]?.items).toMatchObject([
      { call: { id: "a", name: "look", arguments: { at: "x" }, result: [1] } },
      { call: { id: "b", error: { message: "gone" } } },
    ]);
  });

  test("stderr is kept with its exchange, its last 200 lines, redacted", async () => {
    const key = `sk-ant-api03-${"Ab1".repeat(30)}`;
    const noise = "i=0; while [ $i -lt 300 ]; do echo line $i; i=$((i+1)); done";
    const script = `${handshake}; read -r say; { ${noise}; echo ${key}; echo password=hunter2; } >&2; ${say("hi")}; read -r never`;
    const { agent, notes } = noting(shell(script, { idleMs: 300 }));
    await play(agent, oneLine);
    const [note] = notes;
    const printed = note?.type === "note" && note.name === "stderr" ? String(note.value) : "";
    expect(printed.split("\n")).toHaveLength(200);
    expect(printed).toContain("line 299\n[redacted:");
    expect(printed).toMatch(/\npassword=\[redacted:password:\w+\]$/);
  });

  test("its own world, which is diffed", async () => {
    const world = (rooms: number) => tell({ type: "world", snapshot: { rooms } });
    const script = `read -r open; ${world(1)}; ${handshake.replace("read -r open; ", "")}; read -r say; ${world(3)}; ${say("done")}; ${done(1)}; read -r close`;
    const transcript = await play(shell(script), oneLine, { world: reportedWorld() });
    expect(transcript.exchanges[0]?.effects).toMatchObject([{ from: 1, to: 3 }]);
    expect(transcript.world?.opening).toContain('"rooms": 1');
    expect(transcript.world?.closing).toContain('"rooms": 3');
  });

  test("a world that is not reported is never one in which nothing changed", async () => {
    const silentDone = `${handshake}; read -r say; ${say("done")}; ${done(1)}`;
    const never = await play(shell(silentDone), oneLine, { world: reportedWorld() });
    expect(never.outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining('no "world"') });
    const early = `read -r open; ${tell({ type: "world", snapshot: {} })}; ${silentDone.replace("read -r open; ", "")}`;
    const once = await play(shell(early), oneLine, { world: reportedWorld() });
    expect(once.outcome).toMatchObject({ kind: "agent-failed", reason: "protocol" });
    const other: Agent = {
      name: "other",
      version: "1",
      open: ({ record }) => ({ reply: async () => record({ type: "text", text: "hi" }) }),
    };
    const { outcome } = await play(other, oneLine, { world: reportedWorld() });
    expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining("not reported") });
  });
});

describe("one process for several conversations", () => {
  /** Says to each conversation which process it is; answers to close. */
  const script = `
    while read -r line; do
      name=$(printf %s "$line" | sed 's/.*"conversation":"\\([^"]*\\)".*/\\1/')
      id=$(printf %s "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
      tell() { printf '{"conversation":"%s",%s}\\n' "$name" "$1"; }
      case $line in
        *'"type":"open"'*) tell '"type":"opened","viva":1,"name":"shared","version":"1"' ;;
        *'"type":"say"'*) tell "\\"type\\":\\"text\\",\\"text\\":\\"$$\\""; tell "\\"type\\":\\"done\\",\\"re\\":$id" ;;
        *'"type":"close"'*) tell "\\"type\\":\\"done\\",\\"re\\":$id" ;;
      esac
    done`;

  test("each hears its own lines, one after the other and at once", async () => {
    const first = await play(shell(script, { reuse: true }), oneLine);
    const others = await Promise.all(
      ["a", "b", "c"].map((id) => play(shell(script, { reuse: true }), { ...twoLines, id })),
    );
    const [pid] = texts(first)[0] ?? [];
    expect(Number(pid)).toBeGreaterThan(1);
    expect(others.map(texts)).toEqual(others.map(() => [[pid], [pid]]));
  });

  test("a message that names no conversation is nobody's, and the next conversation gets a new process", async () => {
    const careless = shell(`${handshake}; cat >/dev/null`, { reuse: true });
    for (let nth = 0; nth < 2; nth++) {
      const { outcome } = await play(careless, oneLine);
      expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining('"name":"sh"') });
    }
  });
});

describe("the identity", () => {
  const agent = (options: object = {}) => commandAgent({ command: "python3", args: ["a.py"], cwd: folder, ...options });

  test("changes with version, arguments and the names of variables, not with their values", () => {
    const versions = [{}, { version: "2" }, { args: ["b.py"] }, { env: { A: "1" } }].map((one) => agent(one).version);
    expect(new Set(versions).size).toBe(4);
    expect(agent({ env: { A: "2" } }).version).toBe(versions[3]);
    expect(agent().name).toBe("python3");
  });

  test("names its files: by globs, or those of the command line where git tracks none", () => {
    mkdirSync(join(folder, "src"), { recursive: true });
    for (const name of ["a.py", "src/b.py", "src/c.txt"]) writeFileSync(join(folder, name), name);
    expect(agent({ files: ["src/**/*.py"] }).files?.("")).toEqual([join(folder, "src/b.py")]);
    expect(agent().files?.("")).toEqual([join(folder, "a.py")]);
    expect(() => agent({ files: ["nothing/*.py"] }).files?.("")).toThrow("no file");
  });

  test("of what git tracks: program code", () => {
    const sources = commandAgent({ command: "node", cwd: import.meta.dirname }).files?.("") ?? [];
    expect(sources).toContain(join(import.meta.dirname, "command-agent.ts"));
  });
});

test.each([
  ["no command", {}, "command"],
  ["an unknown option", { command: "sh", timeout: 1 }, "timeout"],
  ["a limit of 0", { command: "sh", firstMs: 0 }, "firstMs"],
  ["a folder that is not there", { command: "sh", cwd: join(folder, "none") }, join(folder, "none")],
])("%s is refused at once", (_name, options, words) => {
  const make = () => commandAgent(options as never);
  expect(make).toThrow(InputError);
  expect(make).toThrow(words);
});

test.each<[string, object, object]>([
  ["ask", { type: "ask", id: "q", name: "rooms" }, { value: "rooms" }],
  ["tool", { type: "tool", id: "q", name: "find", arguments: {} }, { value: "find" }],
  ["tool that nothing runs", { type: "tool", id: "q", name: "none" }, { error: "no such tool" }],
  [
    "model",
    { type: "model", id: "q", request: { messages: [{ role: "user", content: "Hi" }] } },
    { value: { text: "Hello." } },
  ],
])("a command may ask before its handshake: %s", async (_kind, question, answer) => {
  const backend = (_world: unknown, name: string) =>
    name === "none" ? Promise.reject(new Error("no such tool")) : name;
  const transcript = await play(shell(asking(question, true), { backend }), oneLine, {
    models: { agent: scriptedModel(["Hello."]) },
  });
  expect(transcript.outcome).toMatchObject({ kind: "completed" });
  expect(JSON.parse(texts(transcript)[0]?.[0] ?? "null")).toMatchObject({ type: "answer", re: "q", ...answer });
});

test("no more programs start at once than there are processors", async () => {
  const file = join(folder, "starts");
  const script = `echo 1 >> '${file}'; sleep 0.2; echo -1 >> '${file}'; ${handshake}; read -r said; ${say("yes")}; ${done(1)}`;
  const all = Array.from({ length: availableParallelism() * 4 }, () => play(shell(script), oneLine));
  for (const { outcome } of await Promise.all(all)) expect(outcome).toMatchObject({ kind: "completed" });
  let now = 0;
  const atOnce = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((change) => (now += Number(change)));
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(availableParallelism());
});
