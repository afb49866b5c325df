import { createServer } from "node:http";
import { EventType } from "@ag-ui/core";
import { EventSchemas, RunAgentInputSchema } from "@ag-ui/core/schemas";
import { afterAll, expect, test } from "vitest";
import { httpAgent, play, replyOf } from "vivavoce";

const inputs = [];
/** What the server says, checked against the protocol's own schemas before it is sent. */
function eventsFor({ threadId, runId }) {
  const run = { threadId, runId };
  return [
    { type: EventType.RUN_STARTED, ...run },
    { type: EventType.TEXT_MESSAGE_START, messageId: `${runId}-m1`, role: "assistant" },
    { type: EventType.TEXT_MESSAGE_CONTENT, messageId: `${runId}-m1`, delta: "One " },
    { type: EventType.TEXT_MESSAGE_CONTENT, messageId: `${runId}-m1`, delta: "moment." },
    { type: EventType.TEXT_MESSAGE_END, messageId: `${runId}-m1` },
    { type: EventType.TOOL_CALL_START, toolCallId: `${runId}-t`, toolCallName: "book", parentMessageId: `${runId}-m1` },
    { type: EventType.TOOL_CALL_ARGS, toolCallId: `${runId}-t`, delta: '{"at":3}' },
    { type: EventType.TOOL_CALL_END, toolCallId: `${runId}-t` },
    { type: EventType.TOOL_CALL_RESULT, messageId: `${runId}-r`, toolCallId: `${runId}-t`, content: '{"ok":true}' },
    { type: EventType.TEXT_MESSAGE_CHUNK, messageId: `${runId}-m2`, role: "assistant", delta: "Booked." },
    { type: EventType.RUN_FINISHED, ...run },
  ].map((event) => EventSchemas.parse(event));
}

const server = createServer(async (request, response) => {
  const input = RunAgentInputSchema.parse(JSON.parse(Buffer.concat(await request.toArray()).toString()));
  inputs.push(input);
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of eventsFor(input)) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end();
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());

test("AG-UI: what Viva sends and reads fits the protocol's own schemas", async () => {
  const agent = httpAgent({ name: "desk", url: `http://127.0.0.1:${server.address().port}/`, protocol: "ag-ui" });
  const script = [{ content: "Book a table." }, { content: "And another." }];
  const history = [{ role: "assistant", content: "Front desk." }];
  const { exchanges, outcome } = await play(agent, { id: "ag-ui", history, script });
  expect(outcome).toMatchObject({ kind: "completed" });
  expect(exchanges.map(replyOf)).toEqual(["One moment.\n\nBooked.", "One moment.\n\nBooked."]);
  expect(exchanges[0].items[1]).toMatchObject({ call: { name: "book", arguments: { at: 3 }, result: { ok: true } } });
  const [first, second] = inputs;
  expect(second.threadId).toBe(first.threadId);
  expect(second.runId).not.toBe(first.runId);
  const roles = second.messages.map(({ role }) => role);
  expect(roles).toEqual(["assistant", "user", "assistant", "tool", "assistant", "user"]);
});
