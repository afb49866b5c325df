import { expect, test } from "vitest";
import { filled, saidBy } from "./conversation.ts";

test("templates are filled with plain variables, and filters and loops are reported", () => {
  const vars = { a: "x", b: { c: [1, "{{a}}"] }, loop: "{{loop}}" };
  expect(filled("{{a}} {{ b.c[0] }} {{b.c[1]}} {{- a -}}", vars)).toEqual({ text: "x 1 x x", unfilled: [] });
  expect(filled("{{a | upper}} {% if a %}y{% endif %} {{env.KEY}} {{constructor}}", vars).unfilled).toEqual([
    "{{a | upper}}",
    "{% if a %}",
    "{% endif %}",
    "{{env.KEY}}",
    "{{constructor}}",
  ]);
  expect(filled("{{loop}}", vars).text).toBe("{{loop}}");
});

test("a prompt of messages is split into what was said and the line, in JSON and in YAML", () => {
  const said = {
    history: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
    ],
    line: 'Say "x"',
    system: ["Be kind"],
  };
  const json =
    '[{"role":"system","content":"Be kind"},{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"},{"role":"user","content":"{{q}}"}]';
  const yaml =
    "- role: system\n  content: Be kind\n- role: user\n  content: Hi\n- role: assistant\n  content: Hello\n- role: user\n  content: '{{q}}'\n";
  for (const prompt of [json, yaml]) expect(saidBy(prompt, { q: 'Say "x"' })).toMatchObject(said);
});

test("a variable may hold the messages, in full or in short", () => {
  const messages = [{ user: "Who?" }, { assistant: "Ada" }, { user: "Where?" }];
  expect(saidBy("{{ messages | dump }}", { messages })).toMatchObject({
    history: [
      { role: "user", content: "Who?" },
      { role: "assistant", content: "Ada" },
    ],
    line: "Where?",
  });
  // What was said before, and the line in a variable of its own.
  expect(
    saidBy("{% for m in messages %}{% endfor %}", { messages: messages.slice(0, 2), question: "Where?" }),
  ).toMatchObject({
    history: [
      { role: "user", content: "Who?" },
      { role: "assistant", content: "Ada" },
    ],
    line: "Where?",
    variable: "question",
  });
});

test("without a prompt the likeliest variable is the user's line, and without one there is no line", () => {
  expect(saidBy(undefined, { language: "French", question: "Hi" })).toMatchObject({ line: "Hi" });
  expect(saidBy(undefined, { topic: "tea" })).toMatchObject({ line: "tea" });
  expect(saidBy(undefined, { a: "x", b: "y" })).toBeUndefined();
  expect(saidBy("{{a}}", {})).toMatchObject({ line: "{{a}}", unfilled: ["{{a}}"] });
});
