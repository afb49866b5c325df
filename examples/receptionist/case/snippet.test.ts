import { describe, expect, test } from "vitest";
import { caseSchema } from "vivavoce";
import { callDataOf } from "./call-data.ts";
import { goldenSnippet } from "./snippet.ts";

const written = {
  id: "discovery_need_name",
  state: "discovery",
  session: { zip_code: "78745" },
  conversation: [
    { role: "user", content: "My AC is acting up" },
    { role: "assistant", content: "What's it doing?" },
    { role: "user", content: "Warm air since yesterday" },
  ],
  notes: "Reframes, asks the name.",
  expect: { max_sentences: 2, must_ask: ["customer_name"], forbidden: ["absolutely"] },
};

function problemsOf(given: object): { path: string; message: string }[] {
  const { error } = goldenSnippet.safeParse({ ...written, ...given });
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message }));
}

test("the last line is the script; all before it is history", () => {
  const testCase = caseSchema.parse(goldenSnippet.parse(written));
  expect(testCase).toMatchObject({ id: "discovery_need_name", tags: ["discovery"], world: {} });
  expect(testCase.history).toEqual([
    { role: "user", content: "My AC is acting up" },
    { role: "assistant", content: "What's it doing?" },
  ]);
  expect(testCase.script).toEqual([{ content: "Warm air since yesterday" }]);
});

test("state, session, notes and expectations are the case's data", () => {
  const data = callDataOf(caseSchema.parse(goldenSnippet.parse(written)));
  expect(data).toMatchObject({
    kind: "snippet",
    state: "discovery",
    session: { zip_code: "78745", phone_number: "+15125550000" },
    notes: "Reframes, asks the name.",
    expect: written.expect,
  });
});

test("expectations may be left out", () => {
  const { expect: _, ...without } = written;
  expect(callDataOf(caseSchema.parse(goldenSnippet.parse(without))).expect).toBeUndefined();
});

describe("refused", () => {
  test.each<[string, object, string, RegExp]>([
    ["a state that nobody has heard of", { state: "discovry" }, "state", /discovery/],
    ["a field that no session has", { session: { customer_nmae: "x" } }, "session", /customer_nmae/],
    [
      "a snippet that ends with the receptionist",
      { conversation: [{ role: "assistant", content: "Hi" }] },
      "conversation.0",
      /line of the caller/,
    ],
    ["nobody's line", { conversation: [] }, "conversation", /./],
    ["a role of another suite", { conversation: [{ role: "caller", content: "Hi" }] }, "conversation.0.role", /user/],
    ["a field of another name", { note: "x" }, "", /note/],
    ["no notes", { notes: "" }, "notes", /./],
    ["a slot that cannot be asked for", { expect: { must_ask: ["booking"] } }, "expect.must_ask.0", /customer_name/],
    [
      "a slot both asked and not",
      { expect: { must_ask: ["zip_code"], must_not_ask: ["zip_code"] } },
      "expect.must_not_ask.0",
      /both/,
    ],
    ["a limit that cannot be", { expect: { max_sentences: 0 } }, "expect.max_sentences", /./],
  ])("%s", (_, given, path, message) => {
    expect(problemsOf(given)).toEqual([{ path, message: expect.stringMatching(message) }]);
  });
});
