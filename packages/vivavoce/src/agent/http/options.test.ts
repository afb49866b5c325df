import { expect, test } from "vitest";
import { InputError } from "../../base/index.ts";
import { httpAgent } from "./http-agent.ts";
import type { HttpAgentOptions } from "./options.ts";

const good = { name: "desk", url: "http://localhost:3000/chat" };

test("what an agent says of itself", () => {
  expect(httpAgent(good)).toEqual({ name: "desk", version: "1", open: expect.any(Function) });
  const more = { version: "3", tools: [], concurrency: 2 };
  const agent = httpAgent({ ...good, ...more, files: ["options.test.*"] });
  expect(agent).toMatchObject(more);
  expect(agent.files?.(import.meta.dirname)).toEqual([import.meta.filename]);
});

test.each([
  [{ name: "" }, "name"],
  [{ url: "localhost:3000" }, "url: an address such as"],
  [{ url: "http://localhost:{port}/" }, "url: {port} is for a server that Viva starts"],
  [{ session: "sessionId" }, 'session: a JSON pointer such as "/sessionId", "header:x-session" or "cookie"'],
  [{ reply: "answer" }, 'reply: a JSON pointer such as "/answer"'],
  [{ events: () => [] }, 'say stream: "sse" or "ndjson" as well'],
  [{ protocol: "viva", reply: "/a", stream: "sse" }, "leave out reply, stream"],
  [{ protocol: "mcp" }, "protocol"],
  [{ concurrency: 0 }, "concurrency"],
  [{ start: { command: "a", arguments: [] } }, "arguments"],
  [{ replies: "/answer" }, "replies"],
])("refuses %j", (change, message) => {
  const make = () => httpAgent({ ...good, ...change } as HttpAgentOptions);
  expect(make).toThrow(InputError);
  expect(make).toThrow(message);
});
