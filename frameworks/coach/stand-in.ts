import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { parse } from "yaml";

const tapes = resolve(import.meta.dirname, "../../examples/flow-coach/cassettes/prompt=v2");

type Entry = string | { text?: string; calls?: Record<string, object>[] };

/** What the hand-written tapes say, by the first line of the user: no two cases begin alike. */
const answersTo = new Map<string, Entry[]>(
  readdirSync(tapes)
    .map((file) => parse(readFileSync(join(tapes, file), "utf8")))
    .filter((cassette) => cassette.case !== undefined)
    .map(({ tapes: [{ lines, agent }] }) => [lines[0], agent]),
);

/** A model server that says what the hand-written tapes say, wherever in its conversation a request comes from. */
export async function standInModel() {
  const server = createServer(async (request, response) => {
    const { messages } = (await json(request)) as { messages: { role: string; content: unknown }[] };
    const { content: first } = messages.find(({ role }) => role === "user") ?? {};
    const turn = messages.filter(({ role }) => role === "assistant").length;
    const entry = answersTo.get(textOf(first))?.[turn];
    if (entry === undefined) return response.writeHead(400).end(`no tape begins with ${first} and has a turn ${turn}`);
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify(completion(typeof entry === "string" ? { text: entry } : entry, turn)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/v1`, stop };
}

function textOf(content: unknown): string {
  return Array.isArray(content) ? content.map(({ text }) => text).join("") : String(content);
}

function completion({ text = null, calls = [] }: Exclude<Entry, string>, turn: number) {
  const tool_calls = calls.flatMap(Object.entries).map(([name, given], index) => ({
    id: `call_${turn}_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(given) },
  }));
  const message = { role: "assistant", content: text, ...(tool_calls.length > 0 ? { tool_calls } : {}) };
  const choice = { index: 0, message, finish_reason: tool_calls.length > 0 ? "tool_calls" : "stop" };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return {
    id: "answer",
    object: "chat.completion",
    created: 0,
    model: "google/gemini-2.5-flash",
    choices: [choice],
    usage,
  };
}
