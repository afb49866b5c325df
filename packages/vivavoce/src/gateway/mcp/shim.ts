// A bridge from standard streams to an HTTP server, for agents that start their MCP servers by a command.
// node shim.js http://127.0.0.1:4711/t/TOKEN/mcp/NAME
import { isJsonObject, jsonIn, LineSplitter } from "../../base/index.ts";

const [url = ""] = process.argv.slice(2);
const session: Record<string, string> = {};

async function pass(line: string): Promise<void> {
  const id: unknown = idIn(line);
  try {
    const headers = { accept: "application/json, text/event-stream", "content-type": "application/json", ...session };
    const response = await fetch(url, { method: "POST", headers, body: line });
    const given = response.headers.get("mcp-session-id");
    if (given !== null) session["mcp-session-id"] = given;
    const body = await response.text();
    if (body !== "") process.stdout.write(`${body}\n`);
  } catch (error) {
    process.stderr.write(`Viva's gateway at ${url} cannot be reached: ${error}\n`);
    const problem = { code: -32603, message: "Viva's gateway cannot be reached" };
    if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: problem })}\n`);
  }
}

function idIn(line: string): unknown {
  const message = jsonIn(line);
  return isJsonObject(message) ? message.id : undefined;
}

const underWay = new Set<Promise<void>>();
let told: Promise<void> = Promise.resolve();
const take = (line: string): void => {
  if (line.trim() === "") return;
  // A notification is sent before the next request; requests may overtake each other.
  const passed = told.then(() => pass(line));
  if (idIn(line) === undefined) told = passed;
  underWay.add(passed);
  void passed.then(() => underWay.delete(passed));
};
const lines = new LineSplitter();
process.stdin.on("data", (piece: Buffer) => lines.push(piece).forEach(take));
process.stdin.on("end", async () => {
  lines.end().forEach(take);
  await Promise.all(underWay);
  if (Object.keys(session).length > 0) await fetch(url, { method: "DELETE", headers: session }).catch(() => {});
});
