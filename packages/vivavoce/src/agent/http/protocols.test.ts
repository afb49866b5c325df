import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { type Exchange, replyOf } from "../../shape/index.ts";
import { answerJson, bodyOf, serving, talk } from "./http-agent.test-helper.ts";

function sendEvents(response: ServerResponse, events: readonly unknown[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(
    events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join(""),
  );
}

const itemsOf = (exchange: Exchange | undefined) => exchange?.items;

describe.concurrent("viva", () => {
  test("sends the message with the conversation, and takes a line for each event", async () => {
    const bodies: Record<string, unknown>[] = [];
    const url = await serving(async (request, response) => {
      bodies.push(await bodyOf(request));
      const events = [
        { type: "text", text: "One " },
        { type: "text", text: "moment." },
        { type: "call", id: "a", name: "book", arguments: { at: 3 } },
        { type: "result", id: "a", result: { ok: true } },
        { type: "text", text: "Done." },
      ];
      response.end(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
    });
    const { exchanges } = await talk({ url, protocol: "viva" }, ["One", "Two"]);
    expect(itemsOf(exchanges[0])).toMatchObject([
      { text: "One moment." },
      { call: { name: "book", arguments: { at: 3 }, result: { ok: true } } },
      { text: "Done." },
    ]);
    expect(bodies).toMatchObject([
      { type: "say", text: "One", history: [] },
      { type: "say", text: "Two", history: [{ content: "One" }, { content: "One moment.\n\nDone." }] },
    ]);
    expect(bodies[0]?.conversation).toBe(bodies[1]?.conversation);
  });

  test.each([
    [{ type: "fail", message: "no desk today" }, "no desk today"],
    [{ type: "nonsense" }, "nonsense"],
    [["text"], "not a JSON object"],
  ])("a line that is not an event fails the agent", async (line, message) => {
    const url = await serving((_request, response) => response.end(JSON.stringify(line)));
    const { outcome } = await talk({ url, protocol: "viva" });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "threw", message: expect.stringContaining(message) });
  });
});

describe.concurrent("openai", () => {
  const call = (index: number, given: object) => ({ choices: [{ delta: { tool_calls: [{ index, ...given }] } }] });
  const delta = (content: string) => ({ choices: [{ delta: { content } }] });

  test("streamed: words, and calls whose arguments come in pieces", async () => {
    const url = await serving((_request, response) =>
      sendEvents(response, [
        delta("Good "),
        delta("day."),
        call(0, { id: "a", function: { name: "book", arguments: '{"at"' } }),
        call(1, { id: "b", function: { name: "look", arguments: "" } }),
        call(0, { function: { arguments: ":3}" } }),
        { choices: [{ delta: {}, finish_reason: "tool_calls" }] },
        { choices: [], usage: { total_tokens: 3 } },
        "[DONE]",
      ]),
    );
    const { exchanges, outcome } = await talk({ url, protocol: "openai" });
    expect(outcome.kind).toBe("completed");
    expect(itemsOf(exchanges[0])).toMatchObject([
      { text: "Good day." },
      { call: { id: "a", name: "book", arguments: { at: 3 } } },
      { call: { id: "b", name: "look" } },
    ]);
  });

  test("streamed by a server that numbers all calls 0, and one that gives the arguments as an object", async () => {
    const url = await serving((_request, response) =>
      sendEvents(response, [
        call(0, { id: "a", function: { name: "book", arguments: '{"at":3}' } }),
        call(0, { id: "b", function: { name: "book", arguments: '{"at"' } }),
        call(0, { function: { arguments: ":4}" } }),
        call(1, { id: "c", function: { name: "book", arguments: { at: 5 } } }),
        { choices: [{ delta: {}, finish_reason: "tool_calls" }] },
      ]),
    );
    const { exchanges } = await talk({ url, protocol: "openai" });
    expect(itemsOf(exchanges[0])).toMatchObject([
      { call: { id: "a", name: "book", arguments: { at: 3 } } },
      { call: { id: "b", name: "book", arguments: { at: 4 } } },
      { call: { id: "c", name: "book", arguments: { at: 5 } } },
    ]);
  });

  test.each([
    [
      {
        content: [
          { type: "text", text: "Good " },
          { type: "text", text: "day." },
        ],
      },
      [{ text: "Good day." }],
    ],
    [{ content: "", refusal: "I cannot do that." }, [{ text: "I cannot do that." }]],
    [
      { content: null, function_call: { name: "book", arguments: '{"at":3}' } },
      [{ call: { name: "book", arguments: { at: 3 } } }],
    ],
    [
      {
        content: null,
        tool_calls: [{ function: { name: "look" } }, { function: { name: "book", arguments: { at: 3 } } }],
      },
      [{ call: { name: "look", arguments: {} } }, { call: { name: "book", arguments: { at: 3 } } }],
    ],
  ])("whole, in the forms of other servers: %j", async (message, items) => {
    const url = await serving((_request, response) => answerJson(response, { choices: [{ message }] }));
    const { exchanges } = await talk({ url, protocol: "openai" });
    expect(itemsOf(exchanges[0])).toMatchObject(items);
  });

  test.each([
    ["whole", [{ message: { content: "a" } }, { message: { content: "b" } }], false],
    ["in one stream", [{ index: 1, delta: { content: "b" } }], true],
  ])(
    "several choices fail the agent, because nobody can tell which one the user gets: %s",
    async (_how, choices, streamed) => {
      const url = await serving((_request, response) =>
        streamed
          ? sendEvents(response, [delta("a"), { choices }, { choices: [{ delta: {}, finish_reason: "stop" }] }])
          : answerJson(response, { choices }),
      );
      const { outcome } = await talk({ url, protocol: "openai", request: () => ({ n: 2 }) });
      expect(outcome).toMatchObject({ kind: "agent-failed", message: expect.stringContaining("several choices") });
    },
  );

  test.each([[""], [{}], [[]], [null]])("an answer beside an error that says nothing counts: %j", async (error) => {
    const url = await serving((_request, response) =>
      answerJson(response, { error, choices: [{ message: { content: "Yes." }, finish_reason: "stop" }] }),
    );
    expect((await talk({ url, protocol: "openai" })).exchanges.map(replyOf)).toEqual(["Yes."]);
  });

  test("whole, with all that was said so far; the body may be the owner's", async () => {
    const bodies: unknown[] = [];
    const url = await serving(async (request, response) => {
      bodies.push(await bodyOf(request));
      answerJson(response, { choices: [{ message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }] });
    });
    const request = ({ message }: { message: string }) => ({ messages: [message] });
    const [plain] = await Promise.all([
      talk({ url, protocol: "openai" }, ["One", "Two"]),
      talk({ url, protocol: "openai", request }, ["Three"]),
    ]);
    expect(plain.exchanges.map(replyOf)).toEqual(["Yes.", "Yes."]);
    expect(bodies).toContainEqual({ messages: ["Three"] });
    const messages = [
      { role: "user", content: "One" },
      { role: "assistant", content: "Yes." },
      { role: "user", content: "Two" },
    ];
    expect(bodies).toContainEqual({ model: "desk", messages, stream: true });
  });

  test.each([
    [[{ error: { message: "overloaded" } }], "an error: overloaded"],
    [[delta("Half a")], "ended without a finish_reason"],
    [[delta("Half a"), { choices: [{ delta: {}, finish_reason: "error" }] }], "an error: finish_reason: error"],
    [[delta("Half a"), { choices: [{ delta: {}, error: { message: "overloaded" } }] }], "an error: overloaded"],
  ])("a stream that breaks off is the agent's failure", async (events, message) => {
    const url = await serving((_request, response) => sendEvents(response, events));
    const { outcome } = await talk({ url, protocol: "openai" });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "threw", message: expect.stringContaining(message) });
  });

  test("words that a server's error cut short do not count as a reply", async () => {
    const choices = [{ message: { content: "It is booked." }, finish_reason: "error" }];
    const url = await serving((_request, response) => answerJson(response, { choices }));
    const { outcome } = await talk({ url, protocol: "openai" });
    expect(outcome).toMatchObject({ kind: "agent-failed", message: expect.stringContaining("finish_reason: error") });
  });

  test("an answer of another shape is quoted", async () => {
    const url = await serving((_request, response) => answerJson(response, { text: "Hi." }));
    const { outcome } = await talk({ url, protocol: "openai" });
    expect(outcome).toHaveProperty("message", 'the server\'s answer is not a chat completion: {"text":"Hi."}');
  });
});
