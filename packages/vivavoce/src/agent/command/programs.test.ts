import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { play } from "../../conversation/index.ts";
import { scriptedModel } from "../../testing/index.ts";
import type { Agent, AgentEvent } from "../types.ts";
import { oneLine, texts, twoLines } from "./command.test-helper.ts";
import { commandAgent } from "./command-agent.ts";

const root = join(import.meta.dirname, "../../../../..");
const page = readFileSync(join(root, "docs/guide/commands.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "viva-programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program as the guide shows it. */
function shown(name: string): string {
  const [, text] = new RegExp(`\`\`\`\\w+\n(# ${name}\n[^]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`the guide shows no ${name}`);
  writeFileSync(join(folder, name), text);
  return name;
}

function has(command: string): boolean {
  const found = spawnSync(command, ["--version"]).status === 0;
  if (!found) console.warn(`SKIPPED: there is no ${command} here, so the guide's program is not tried`);
  return found;
}

describe.skipIf(!has("jq"))("the shell program of the guide", () => {
  const agent = commandAgent({ command: "sh", args: [shown("echo.sh")], cwd: folder });

  test("answers every line", async () => {
    const transcript = await play(agent, twoLines);
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(texts(transcript)).toEqual([["You said: one"], ["You said: two"]]);
  });

  test("brings a greeting", async () => {
    const greeting: Agent = {
      ...agent,
      async open(context) {
        const session = await agent.open(context);
        return { reply: async (_message, signal) => session.greet?.(signal), close: async () => session.close?.() };
      },
    };
    expect(texts(await play(greeting, oneLine))).toEqual([["Front desk."]]);
  });
});

describe.skipIf(!has("python3"))("the Python programs of the guide", () => {
  // Stands in for the package: it asks where the variables say.
  const openai = `
import json, os, urllib.request
class _Part:
    def __init__(self, **fields): self.__dict__.update(fields)
class OpenAI:
    @property
    def chat(self): return _Part(completions=self)
    def create(self, model, messages):
        print("asked", model)
        body = json.dumps({"model": model, "messages": messages}).encode()
        headers = {"content-type": "application/json", "authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
        request = urllib.request.Request(os.environ["OPENAI_BASE_URL"] + "/chat/completions", body, headers)
        choice = json.load(urllib.request.urlopen(request))["choices"][0]
        return _Part(choices=[_Part(message=_Part(content=choice["message"]["content"]))])
`;
  writeFileSync(join(folder, "openai.py"), openai);
  writeFileSync(join(folder, "viva_agent.py"), readFileSync(join(root, "python/viva_agent.py")));
  const python = (file: string, options: object = {}) =>
    commandAgent({ command: "python3", args: [file], cwd: folder, ...options });

  test("the one that asks a model", async () => {
    const models = { agent: scriptedModel(["Good morning.", "From seven."]) };
    const transcript = await play(python(shown("desk.py")), twoLines, { models });
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(texts(transcript)).toEqual([["Good morning."], ["From seven."]]);
    expect(transcript.exchanges.map(({ modelCalls }) => modelCalls)).toEqual([1, 1]);
  });

  test("the one with the helper: tools, notes, several texts", async () => {
    const agent = python(shown("helped.py"), {
      backend: (_world: unknown, _name: string, given: object) => [given, 2],
    });
    const events: AgentEvent[] = [];
    const open: Agent["open"] = (context) => {
      const record = (event: AgentEvent) => (event.type === "note" ? void events.push(event) : context.record(event));
      return agent.open({ ...context, record });
    };
    const transcript = await play({ ...agent, open }, twoLines);
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(texts(transcript)[1]).toEqual(["There are 2 rooms.", "Which one would you like?"]);
    expect(transcript.exchanges[0]?.items[0]).toMatchObject({
      type: "call",
      call: { name: "find_rooms", arguments: { nights: 2 }, result: [{ nights: 2 }, 2] },
    });
    expect(events).toEqual(expect.arrayContaining([{ type: "note", name: "rooms", value: [{ nights: 2 }, 2] }]));
  });

  test("the helper: print() and children go to stderr, errors of tools are raised, leave is asked for", async () => {
    const program = `
import os
from viva_agent import ToolFailed, agent

@agent(name="odd", version="1")
def reply(message, conversation):
    print("print")
    os.system("echo child")
    try:
        conversation.tool("break")
    except ToolFailed as error:
        yield f"failed: {error}"
    yield str(conversation.approve("delete", {"id": 1}))
    yield conversation.case["id"]
    if message == "two": raise ValueError("no idea")
`;
    writeFileSync(join(folder, "odd.py"), program);
    const backend = () => {
      throw new Error("broken");
    };
    const transcript = await play(python("odd.py", { backend }), { ...twoLines, approvals: "reject" });
    expect(texts(transcript)[0]).toEqual(["failed: broken", "False", "two"]);
    expect(transcript.outcome).toMatchObject({ reason: "crashed", message: expect.stringContaining("no idea") });
  });

  test("the helper serves several conversations in one process", async () => {
    const program = `
import os
from viva_agent import agent

@agent(name="many", version="1")
def reply(message, conversation):
    conversation.state["lines"] = conversation.state.get("lines", 0) + 1
    return f"{conversation.case['id']} {conversation.state['lines']} {conversation.ask('tone', of='desk')}"
`;
    writeFileSync(join(folder, "many.py"), program);
    const cases = ["a", "b"].map((id) => ({ ...twoLines, id }));
    const backend = (_world: unknown, name: string, { of }: { of: string }) => `${name} of ${of}`;
    const played = await Promise.all(cases.map((one) => play(python("many.py", { reuse: true, backend }), one)));
    expect(played.map(texts)).toEqual([
      [["a 1 tone of desk"], ["a 2 tone of desk"]],
      [["b 1 tone of desk"], ["b 2 tone of desk"]],
    ]);
  });
});
