import { describe, expect, test } from "vitest";
import { transcriptSchema } from "../../shape/index.ts";
import { readMessage } from "./chat-message.ts";
import { conversationOf } from "./from-messages.ts";

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown, more = {}) => ({ role: "assistant", content, ...more });

const fromMessages = (messages: unknown[]) => conversationOf(messages.map(readMessage));

function read(...messages: unknown[]) {
  const { flaws, ...conversation } = fromMessages(messages);
  expect(flaws).toEqual([]);
  const transcript = { version: 2, case: "c", variant: {}, repeat: 1, agent: { name: "", version: "" }, history: [] };
  transcriptSchema.parse({ ...transcript, ...conversation });
  return conversation;
}

const failure = { type: "error-text", value: "no wings" };

describe("chat messages", () => {
  test("every line of the user begins an exchange; what the system says is not part of it", () => {
    const { exchanges, outcome } = read(
      { role: "system", content: "Be kind." },
      user("Hi"),
      assistant("Hello."),
      user("One"),
      user([
        { type: "text", text: "two" },
        { type: "image_url", image_url: {} },
      ]),
      assistant([
        { type: "reasoning", text: "Hm." },
        { type: "text", text: "Three." },
      ]),
    );
    expect(exchanges.map(({ number, user: line, items }) => [number, line?.content, items])).toEqual([
      [1, "Hi", [{ type: "text", text: "Hello." }]],
      [2, "One\n\ntwo\n\n[image_url]", [{ type: "text", text: "Three." }]],
    ]);
    expect(outcome).toEqual({ kind: "completed" });
  });

  test("an agent that speaks first has exchange 0", () => {
    expect(read(assistant("Desk."), user("Hi"), assistant("Yes?")).exchanges.map(({ number }) => number)).toEqual([
      0, 1,
    ]);
  });

  test.each([
    [[user("Hi")]],
    [[user("Hi"), assistant("")]],
    [[user("Hi"), assistant("Yes"), user("And?"), assistant(null)]],
    [[user("Hi"), assistant([{ type: "step-start" }, { type: "redacted_thinking", data: "x" }, " "])]],
  ])("a line that nobody answers is the agent's failure: %j", (messages) => {
    expect(read(...messages).outcome).toMatchObject({ kind: "agent-failed", reason: "empty-reply" });
  });

  test.each([{ error: "timeout" }, { error: { message: "quota" } }, { finish_reason: "error" }, { status: "failed" }])(
    "a text beside %j is not an answer, unless another follows it",
    (beside) => {
      const broken = assistant("Booked.", beside);
      expect(read(user("Hi"), broken, user("So?"), assistant("Yes")).outcome).toMatchObject({
        kind: "agent-failed",
        exchange: 1,
      });
      expect(read(user("Hi"), broken, assistant("Booked.")).outcome).toEqual({ kind: "completed" });
      expect(read(user("Hi"), assistant("Booked.", { error: null, finish_reason: "stop" })).outcome.kind).toBe(
        "completed",
      );
    },
  );

  test.each([{ is_error: true }, { isError: true }, { status: "error" }, { error: "boom" }])(
    "a tool that answers with %j failed",
    (beside) => {
      const call = assistant(null, { tool_calls: [{ id: "1", function: { name: "book", arguments: "{}" } }] });
      const { exchanges } = read(user("Hi"), call, { role: "tool", tool_call_id: "1", content: "boom", ...beside });
      expect(exchanges[0]?.items[0]).toMatchObject({ call: { name: "book", error: { message: "boom" } } });
    },
  );

  describe("of gpt-oss, by channel and recipient", () => {
    const on = (channel: string, content: unknown, more = {}) => assistant(content, { channel, ...more });

    test("thoughts are not said, a remark and the final answer are", () => {
      const { exchanges, outcome } = read(
        user("Hi"),
        on("analysis", "The user is rude. I will refuse."),
        on("commentary", [{ type: "text", text: "One moment." }]),
        on("final", "Hello.", { recipient: null }),
      );
      expect(exchanges[0]?.items).toEqual([
        { type: "text", text: "One moment." },
        { type: "text", text: "Hello." },
      ]);
      expect(outcome).toEqual({ kind: "completed" });
      expect(read(user("Hi"), on("analysis", "Hm.")).outcome).toMatchObject({ reason: "empty-reply" });
    });

    test.each(["commentary", "analysis"])(
      "what is sent to a tool on %s is a call, with the tool's result",
      (channel) => {
        const { exchanges } = read(
          user("Hi"),
          on(channel, '{"at":"sky"}', { recipient: "functions.look", content_type: "<|constrain|>json" }),
          {
            role: "tool",
            name: "functions.look",
            recipient: "assistant",
            channel: "commentary",
            content: '{"blue":true}',
          },
          on("final", "Blue."),
        );
        expect(exchanges[0]?.items).toMatchObject([
          { type: "call", call: { name: "look", arguments: { at: "sky" }, result: { blue: true } } },
          { type: "text", text: "Blue." },
        ]);
      },
    );

    test("a recipient without a channel may be a person", () => {
      const { exchanges } = read(user("Hi"), assistant("Hello.", { recipient: "Ana" }));
      expect(exchanges[0]?.items).toEqual([{ type: "text", text: "Hello." }]);
    });

    test("calls beside a thought are kept", () => {
      const tool_calls = [{ id: "1", function: { name: "look", arguments: "{}" } }];
      const { exchanges } = read(user("Hi"), on("analysis", "I look.", { tool_calls }), on("final", "Blue."));
      expect(exchanges[0]?.items).toMatchObject([{ call: { name: "look" } }, { text: "Blue." }]);
    });
  });

  const look = { id: "1", name: "look", arguments: { at: "sky" }, modelCall: 1, result: { blue: true } };
  const invoked = { state: "result", toolCallId: "1", toolName: "look", args: { at: "sky" }, result: { blue: true } };
  test.each<[string, unknown[]]>([
    [
      "OpenAI",
      [
        assistant(null, {
          tool_calls: [{ id: "1", type: "function", function: { name: "look", arguments: '{"at":"sky"}' } }],
        }),
        { role: "tool", tool_call_id: "1", content: '{"blue":true}' },
      ],
    ],
    [
      "the AI SDK",
      [
        assistant([{ type: "tool-call", toolCallId: "1", toolName: "look", input: { at: "sky" } }]),
        {
          role: "tool",
          content: [{ type: "tool-result", toolCallId: "1", output: { type: "json", value: { blue: true } } }],
        },
      ],
    ],
    [
      "the AI SDK's user interface",
      [
        {
          role: "assistant",
          parts: [{ type: "tool-look", toolCallId: "1", input: { at: "sky" }, output: { blue: true } }],
        },
      ],
    ],
    [
      "Anthropic",
      [
        assistant([{ type: "tool_use", id: "1", name: "look", input: { at: "sky" } }]),
        user([{ type: "tool_result", tool_use_id: "1", content: [{ type: "text", text: '{"blue":true}' }] }]),
      ],
    ],
    [
      "OpenTelemetry",
      [
        { role: "assistant", parts: [{ type: "tool_call", id: "1", name: "look", arguments: { at: "sky" } }] },
        { role: "tool", parts: [{ type: "tool_call_response", id: "1", response: { blue: true } }] },
      ],
    ],
    [
      "an earlier user interface of the AI SDK, twice",
      [
        {
          role: "assistant",
          content: "",
          parts: [{ type: "step-start" }, { type: "tool-invocation", toolInvocation: invoked }],
          toolInvocations: [invoked],
        },
      ],
    ],
    [
      "the AI SDK's user interface, for tools that it does not know",
      [
        {
          role: "assistant",
          content: null,
          parts: [
            { type: "dynamic-tool", toolName: "look", toolCallId: "1", input: { at: "sky" }, output: { blue: true } },
          ],
        },
      ],
    ],
    [
      "LangChain",
      [
        assistant([{ type: "tool_use", id: "1", name: "look", input: { at: "sky" } }], {
          tool_calls: [{ id: "1", name: "look", args: { at: "sky" } }],
        }),
        { role: "tool", tool_call_id: "1", content: '{"blue":true}' },
      ],
    ],
    [
      "Viva, beside the text",
      [assistant("", { toolCalls: [{ id: "1", name: "look", arguments: { at: "sky" }, result: { blue: true } }] })],
    ],
    [
      "an MCP server at Anthropic",
      [
        assistant([
          { type: "mcp_tool_use", id: "1", name: "look", input: { at: "sky" } },
          { type: "mcp_tool_result", tool_use_id: "1", content: [{ type: "text", text: '{"blue":true}' }] },
        ]),
      ],
    ],
    [
      "LangChain",
      [
        {
          type: "ai",
          content: [{ type: "tool_use", id: "1", name: "look", input: { at: "sky" } }],
          tool_calls: [{ id: "1", name: "look", args: { at: "sky" }, type: "tool_call" }],
        },
        { type: "tool", data: { tool_call_id: "1", content: '{"blue":true}' } },
      ],
    ],
    [
      "the AI SDK's older user interface",
      [
        assistant("", {
          toolInvocations: [{ toolCallId: "1", toolName: "look", args: { at: "sky" }, result: { blue: true } }],
          parts: [{ type: "step-start" }],
        }),
      ],
    ],
    [
      "OpenAI's responses",
      [
        { type: "function_call", id: "fc", call_id: "1", name: "look", arguments: '{"at":"sky"}' },
        { type: "function_call_output", call_id: "1", output: '{"blue":true}' },
      ],
    ],
    [
      "Bedrock",
      [
        assistant([
          { reasoningContent: { reasoningText: { text: "Hm." } } },
          { toolUse: { toolUseId: "1", name: "look", input: { at: "sky" } } },
        ]),
        user([{ toolResult: { toolUseId: "1", content: [{ json: { blue: true } }], status: "success" } }]),
      ],
    ],
    [
      "Gemini",
      [
        {
          role: "model",
          parts: [{ text: "Hm.", thought: true }, { functionCall: { id: "1", name: "look", args: { at: "sky" } } }],
        },
        { role: "user", parts: [{ functionResponse: { name: "look", response: { blue: true } } }] },
      ],
    ],
  ])("tool calls and their results, as %s writes them", (_name, messages) => {
    const { exchanges } = read(user("Look"), ...messages, assistant("Blue."));
    expect(exchanges).toHaveLength(1);
    expect(exchanges[0]?.items).toEqual([
      { type: "call", call: look },
      { type: "text", text: "Blue." },
    ]);
  });

  test("a function of the older form, a tool that fails, arguments that are not JSON", () => {
    const { exchanges } = read(
      user("Look"),
      assistant(null, { function_call: { name: "look", arguments: "{" } }),
      { role: "function", name: "look", content: "nothing" },
      assistant([{ type: "tool_use", id: "2", name: "fly", input: {} }]),
      user([{ type: "tool_result", tool_use_id: "2", content: "no wings", is_error: true }]),
      assistant("Done."),
    );
    expect(exchanges[0]?.items).toMatchObject([
      { call: { name: "look", raw: "{", result: "nothing", modelCall: 1 } },
      { call: { name: "fly", error: { message: "no wings" }, modelCall: 2 } },
      { text: "Done." },
    ]);
  });

  test.each<[string, unknown]>([
    ["the AI SDK", { role: "tool", content: [{ type: "tool-result", toolCallId: "1", output: failure }] }],
    ["the AI SDK's streams", { role: "tool", content: [{ type: "tool-error", toolCallId: "1", error: "no wings" }] }],
    ["LangChain", { role: "tool", tool_call_id: "1", status: "error", content: "no wings" }],
  ])("a tool that fails, as %s writes it", (_name, answer) => {
    const call = { id: "1", function: { name: "fly", arguments: "{}" } };
    const { exchanges } = read(user("Fly"), assistant(null, { tool_calls: [call] }), answer, assistant("Done."));
    expect(exchanges[0]?.items[0]).toMatchObject({ call: { name: "fly", error: { message: "no wings" } } });
  });

  test.each([
    ["calls that are not a list", assistant("Done.", { tool_calls: { id: "1", function: { name: "fly" } } })],
    ["calls as a text", assistant("Done.", { tool_calls: "[]" })],
    ["a part of a kind that nobody knows", assistant([{ type: "tool_use_v9", spec: {} }])],
    ["a part that is a number", assistant([7])],
  ])("%s: told, since a call that is passed over would help the agent", (_what, message) => {
    expect(fromMessages([user("Hi"), message])).toMatchObject({ flaws: [{ index: 1 }] });
  });

  test.each<[string, unknown]>([
    ["LangChain", { role: "tool", tool_call_id: "1", content: "no wings", status: "error" }],
    [
      "the AI SDK",
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "1", output: { type: "error-text", value: "no wings" } }],
      },
    ],
    [
      "the AI SDK, denied",
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "1", output: { type: "execution-denied", reason: "no wings" } }],
      },
    ],
  ])("a tool that fails, as %s writes it", (_name, result) => {
    const { exchanges } = read(user("Fly"), assistant([{ type: "tool_use", id: "1", name: "fly", input: {} }]), result);
    expect(exchanges[0]?.items).toMatchObject([{ call: { error: { message: "no wings" } } }]);
  });

  test("ids that every answer uses anew, and a refusal in a field of its own", () => {
    const step = (n: number) => [
      assistant(null, { tool_calls: [{ id: "0", function: { name: "look", arguments: { n } } }] }),
      { role: "tool", tool_call_id: "0", content: `${n}` },
    ];
    const { exchanges } = read(
      { role: "Human", content: "Look" },
      ...step(1),
      ...step(2),
      assistant(null, { refusal: "No." }),
    );
    expect(exchanges[0]?.items).toMatchObject([
      { call: { id: "0", arguments: { n: 1 }, result: "1" } },
      { call: { id: "0#1", arguments: { n: 2 }, result: "2" } },
      { text: "No." },
    ]);
  });

  test("a failed result of Bedrock, and a call of a tool that takes any text", () => {
    const failed = { toolUseId: "1", content: [{ text: "no sky" }], status: "error" };
    const custom = { tool_calls: [{ id: "2", type: "custom", custom: { name: "run_sql", input: "drop table a" } }] };
    const { exchanges } = read(
      user("Look"),
      assistant([{ toolUse: { toolUseId: "1", name: "look", input: {} } }]),
      user([{ toolResult: failed }]),
      assistant("", custom),
      { role: "tool", tool_call_id: "2", content: "ok" },
      assistant("Done."),
    );
    expect(exchanges[0]?.items).toMatchObject([
      { call: { name: "look", error: { message: "no sky" } } },
      { call: { name: "run_sql", raw: "drop table a" } },
      { text: "Done." },
    ]);
  });

  test.each([
    ["the older function", { additional_kwargs: { function_call: { name: "look", arguments: "{}" } } }],
    ["the calls of the model", { additional_kwargs: { tool_calls: [{ id: "1", function: { name: "look" } }] } }],
    [
      "both",
      { tool_calls: [{ id: "1", name: "look" }], additional_kwargs: { tool_calls: [{ id: "1", name: "look" }] } },
    ],
    ["an empty list besides", { tool_calls: [], additional_kwargs: { tool_calls: [{ id: "1", name: "look" }] } }],
    ["arguments that are not JSON", { tool_calls: [], invalid_tool_calls: [{ id: "1", name: "look", args: "{" }] }],
  ])("a call of LangChain is not passed over: %s", (_, fields) => {
    const { exchanges } = read(user("Look"), { type: "ai", content: "Done.", ...fields });
    expect(exchanges[0]?.items.filter(({ type }) => type === "call")).toMatchObject([{ call: { name: "look" } }]);
  });

  test.each([{ function_call: "look" }, { tools: [{ name: "look" }] }, { toolRequests: { look: {} } }])(
    "a field that may hold calls is refused, not passed over: %j",
    (fields) => {
      expect(fromMessages([user("Look"), assistant("Done.", fields)])).toMatchObject({ flaws: [{ index: 1 }] });
    },
  );

  test("fields that are empty or hold results are not calls", () => {
    const fields = { tools: [], tool_choice: "auto", function_call: null, toolResults: [{ name: "look" }] };
    expect(read(user("Look"), assistant("Done.", fields)).exchanges[0]?.items).toMatchObject([{ text: "Done." }]);
  });

  test("a part without a type that may be a call is refused, not passed over", () => {
    const flawed = fromMessages([user("Look"), assistant([{ toolRequest: { name: "look" } }])]);
    expect(flawed).toMatchObject({ flaws: [{ index: 1, message: expect.stringContaining("toolRequest") }] });
  });

  test("each message that cannot be read is reported", () => {
    const twice = { tool_calls: [{ id: "1", function: { name: "a" } }, { id: "1", function: { name: "b" } }, {}] };
    const flawed = fromMessages([
      7,
      { role: "judge" },
      user(""),
      user(5),
      assistant("", twice),
      { role: "tool", tool_call_id: "9", content: "x" },
    ]);
    expect("flaws" in flawed && flawed.flaws.map(({ index }) => index)).toEqual([0, 1, 2, 3, 3, 4, 4, 5]);
    expect(fromMessages([assistant("Alone.")])).toMatchObject({
      flaws: [{ message: expect.stringContaining("user") }],
    });
  });
});
