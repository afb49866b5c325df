import { describe, expect, test } from "vitest";
import { play } from "../../conversation/index.ts";
import { contains, equals, type Metric, matches, scoreSafely, toolCalls } from "../../metric/index.ts";
import { transcriptSchema } from "../../shape/index.ts";
import { importFixture, importTexts, loaded, told } from "./import.test-helper.ts";

const noJudge = undefined as never;

/** What a function agent that always says the same makes of a case. */
async function scoresOf(testCase: Parameters<typeof play>[1], reply: string, metrics: Metric[]) {
  const agent = {
    name: "parrot",
    version: "1",
    open: ({ record }: { record(event: { type: "text"; text: string }): void }) => ({
      reply: async () => record({ type: "text", text: reply }),
    }),
  };
  const transcript = await play(agent, testCase);
  const scores = await Promise.all(
    metrics.map((metric) => scoreSafely(metric, transcript, testCase as never, noJudge)),
  );
  return scores.map((score) => (score.status === "scored" ? score.passed : score.status));
}

describe("deepeval", () => {
  test("goldens as cases, with a report of everything", async () => {
    const imported = await importFixture("goldens.json");
    await expect(told(imported)).toMatchFileSnapshot("fixtures/goldens.json.report.txt");
    const { all } = await loaded(imported);
    expect(all.map(({ id }) => id)).toEqual([
      "refund-policy",
      "book-a-table-for-two-on-friday",
      "cancel-a-booking",
      "refund-policy-2",
    ]);
    const [single, simulated, scripted] = all;
    expect(single?.expect).toEqual({
      facts: ["Refunds within 30 days."],
      contexts: ["The refund page."],
      reference: "Refunds within 30 days.",
      calls: [{ name: "search", arguments: { q: "refund" } }],
      criteria: { criteria: ["Names the number of days", "It must not be the case that: Promises cash"], threshold: 1 },
    });
    expect(single?.data).toEqual({
      comments: "asked often",
      source_file: "kb.md",
      additional_metadata: { team: "billing" },
      custom_column_key_values: { tier: "gold" },
    });
    expect(simulated?.user).toMatchObject({
      persona: "Impatient, on the phone",
      goal: "Book a table for two on Friday",
    });
    expect(simulated?.expect).toEqual({ goal: "A table is booked.", facts: ["Closed on Mondays."] });
    expect(scripted?.script.map(({ content }) => content)).toEqual(["Cancel my booking", "Friday"]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    if (single) expect(await scoresOf(single, "Thirty days.", [toolCalls(), contains()])).toEqual([false, "skipped"]);
  });

  test("goldens as transcripts: what the agent said and called", async () => {
    const { transcripts } = await importFixture("goldens.json", { as: "transcripts" });
    expect(transcripts.map((transcript) => transcriptSchema.safeParse(transcript).success)).toEqual([true, true]);
    expect(transcripts[0]?.exchanges[0]).toMatchObject({
      user: { content: "What is the refund policy?" },
      items: [
        { type: "call", call: { name: "search", arguments: { q: "refund" }, result: "1 page" } },
        { type: "text", text: "Thirty days." },
      ],
    });
    expect(transcripts[1]?.exchanges).toHaveLength(2);
  });

  test("CSV with its delimiters, and JSON lines of which some are broken", async () => {
    const csv = await importFixture("goldens.csv");
    await expect(told(csv)).toMatchFileSnapshot("fixtures/goldens.csv.report.txt");
    expect(csv.cases[0]).toMatchObject({
      id: "exactly",
      script: [{ content: 'What, "exactly"?\nAnd when?' }],
      expect: { facts: ["First fact", "Second fact"], calls: [{ name: "search" }, { name: "book" }] },
      data: { additional_metadata: { team: "billing" } },
    });
    const lines = await importFixture("goldens.jsonl");
    await expect(told(lines)).toMatchFileSnapshot("fixtures/goldens.jsonl.report.txt");
    expect(lines.cases.map(({ id }) => id)).toEqual(["one", "two", "five"]);
  });
});

describe("promptfoo", () => {
  test("a config as cases, with a report of everything", async () => {
    const imported = await importFixture("promptfoo/promptfooconfig.yaml");
    await expect(told(imported)).toMatchFileSnapshot("fixtures/promptfoo/promptfooconfig.yaml.report.txt");
    const { all } = await loaded(imported);
    const [opening, refund] = all;
    expect(opening?.script.map(({ content }) => content)).toEqual(["When do you open?"]);
    expect(opening?.expect.criteria).toEqual({ criteria: ["Is polite to Ada"], threshold: 1 });
    expect(opening?.tags).toEqual(["category:hours", "incomplete-import"]);
    expect(opening?.data).toMatchObject({ system: ["You are a support desk."], assert: [{ type: "javascript" }] });
    expect(refund?.expect.limits).toEqual({ latencyMs: 5000 });
    const metrics = [contains(), matches()];
    if (!opening) throw new Error("no case");
    expect(await scoresOf(opening, "9:00 on Mondays", metrics)).toEqual([true, true]);
    expect(await scoresOf(opening, "9:00, SORRY, (closed) on Mondays", metrics)).toEqual([true, false]);
    expect(await scoresOf(opening, "9:00 every day", metrics)).toEqual([true, false]);
  });

  test("tests of one conversation are lines of one case", async () => {
    const imported = await importFixture("promptfoo/conversation.yaml");
    await expect(told(imported)).toMatchFileSnapshot("fixtures/promptfoo/conversation.yaml.report.txt");
    const { all } = await loaded(imported);
    expect(all[0]).toMatchObject({
      id: "founders",
      script: [
        { content: "Who founded Viva?", expect: { contains: ["Ada"] } },
        { content: "Where does she live?", expect: { matches: ["(?i:london)"] } },
      ],
    });
    if (all[0])
      expect(await scoresOf(all[0], "Ada of London", [contains(), matches(), equals()])).toEqual([
        true,
        true,
        "skipped",
      ]);
  });

  test("--line takes the user's words from a variable, past the prompt", async () => {
    const config = "prompts: ['You are a desk. {{question}}']\ntests:\n  - vars: { question: Hi }\n";
    expect((await importTexts({ "c.yaml": config })).cases[0]?.script).toEqual([{ content: "You are a desk. Hi" }]);
    expect((await importTexts({ "c.yaml": config }, { line: "question" })).cases[0]?.script).toEqual([
      { content: "Hi" },
    ]);
  });

  test("a promptfoo config cannot become transcripts", async () => {
    const { report } = await importFixture("promptfoo/conversation.yaml", { as: "transcripts" });
    expect(report.problems.map(({ message }) => message)).toEqual(["promptfoo's tests hold no conversations"]);
  });
});

describe("chat messages", () => {
  test("chat messages become cases of the user's lines", async () => {
    const imported = await importFixture("chat.jsonl");
    await expect(told(imported)).toMatchFileSnapshot("fixtures/chat.jsonl.report.txt");
    const { all } = await loaded(imported);
    expect(all.map(({ id }) => id)).toEqual(["a-b-c", "hi-there-who-are-you", "hi-there-who-are-you-2"]);
    expect(all[0]?.script.map(({ content }) => content)).toEqual(["Hi", "Book Friday\n\n[image_url]"]);
    if (all[1]) expect(await scoresOf(all[1], "Viva", [contains({ texts: "Viva" })])).toEqual([true]);
  });

  test("chat messages become transcripts of everything that was said and called", async () => {
    const { transcripts } = await importFixture("chat.jsonl", { as: "transcripts" });
    expect(transcripts[0]?.exchanges[1]?.items).toMatchObject([
      { type: "call", call: { name: "book", arguments: { day: "Friday" }, result: { ok: true } } },
      { type: "text", text: "Booked." },
    ]);
    // Nobody knows whether the agent would have answered.
    expect(transcripts[2]?.outcome.kind).toBe("infrastructure");
  });

  test("one list of messages is one conversation", async () => {
    const list = [
      { role: "assistant", content: "Hello, who is there?" },
      { role: "user", content: "Ada" },
      { role: "user", content: "Lovelace" },
    ];
    const { cases } = await importTexts({ "chat.json": JSON.stringify(list, null, 2) });
    expect(cases).toEqual([
      {
        id: "ada",
        opens: "agent",
        script: [{ content: "Ada\n\nLovelace" }],
        data: { replies: ["Hello, who is there?"] },
      },
    ]);
  });
});

describe("OpenTelemetry", () => {
  test("spans of the new names as one transcript, sub-agents and tools joined", async () => {
    const imported = await importFixture("traces.json");
    await expect(told(imported)).toMatchFileSnapshot("fixtures/traces.json.report.txt");
    expect(imported.transcripts).toHaveLength(1);
    const [transcript] = imported.transcripts;
    expect(transcriptSchema.safeParse(transcript).success).toBe(true);
    expect(transcript).toMatchObject({ case: "conv-1", agent: { name: "desk" }, outcome: { kind: "completed" } });
    expect(transcript?.exchanges).toMatchObject([
      {
        number: 1,
        user: { content: "Book Friday" },
        items: [{ call: { id: "call_1", name: "book", result: "ok" } }, { text: "Booked for Friday." }],
        modelCalls: 2,
        usage: { inputTokens: 20, outputTokens: 10 },
        modelMs: 390,
        replyMs: 600,
      },
      {
        number: 2,
        items: [
          { call: { name: "ask_researcher", result: "Ritz" } },
          { call: { name: "search", agent: "researcher", error: { message: "search timed out" } } },
          { text: "The Ritz is nice." },
        ],
        modelCalls: 3,
        usage: { inputTokens: 23, outputTokens: 12 },
        replyMs: 1000,
      },
    ]);
  });

  test("as cases: the lines of the user, with its calls as data, and what has no place there is named", async () => {
    const imported = await importFixture("traces.json", { as: "cases" });
    expect(imported.cases[0]?.data).toMatchObject({ calls: [{ name: "book" }, { name: "ask_researcher" }] });
    expect(told(imported)).toMatch(/tool calls +1 +data\.calls/);
    expect(told(imported)).toMatch(/span of a tool +3 +a case has no results of tools; use --as transcripts/);
    const { all } = await loaded(imported);
    expect(all[0]?.script.map(({ content }) => content)).toEqual(["Book Friday", "Thanks, and research hotels"]);
    if (all[0])
      expect(await scoresOf(all[0], "Booked", [contains({ texts: "Booked", exchange: "every" })])).toEqual([true]);
  });

  test("the old names, events, OpenInference and the AI SDK, one request a line", async () => {
    const imported = await importFixture("traces-old.json");
    await expect(told(imported)).toMatchFileSnapshot("fixtures/traces-old.json.report.txt");
    const said = imported.transcripts.map(({ case: id, exchanges, outcome }) => [
      id,
      exchanges.map(({ items }) => items.length),
      outcome.kind,
    ]);
    expect(said).toEqual([
      ["aaaa", [1], "completed"],
      ["bbbb", [2], "completed"],
      ["s-1", [1], "completed"],
      ["ffff", [0], "infrastructure"],
      ["dddd", [1], "completed"],
    ]);
    expect(imported.transcripts[0]?.exchanges[0]?.usage).toEqual({ inputTokens: 7, outputTokens: 2 });
    expect(imported.transcripts[1]?.exchanges[0]?.usage).toBeUndefined();
    expect(imported.transcripts[2]?.exchanges[0]?.items).toMatchObject([{ call: { name: "ping", result: "pong" } }]);
  });
});

test("expectations of goldens stay as strict as they were, and parts that cannot be read are reported", async () => {
  const goldens = [
    {
      input: "Search",
      expected_tools: [
        { name: "search", input_parameters: { filter: { contains: "x" }, first: 1 } },
        { name: "open", input_parameters: '{"at": 2}' },
        { tool: "close" },
      ],
    },
    { input: "Speak", expectations: { must: "be kind", must_not: ["swear"], should: ["sing"] } },
  ];
  const { cases, report } = await importTexts({ "g.json": JSON.stringify(goldens) });
  expect(cases.map(({ expect: wanted }) => wanted)).toEqual([
    {
      calls: [
        { name: "search", arguments: { filter: { equals: { contains: "x" } }, first: 1 } },
        { name: "open", arguments: { at: 2 } },
      ],
    },
    { criteria: { criteria: ["be kind", "It must not be the case that: swear"], threshold: 1 } },
  ]);
  expect(report.notes.filter(({ fate }) => fate === "dropped").map(({ kind }) => kind)).toEqual([
    "expected tool that cannot be read",
    "expectations.should",
  ]);
});
