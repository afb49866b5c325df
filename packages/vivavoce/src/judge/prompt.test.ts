import { describe, expect, test } from "vitest";
import { replyItems, sentenceItems, userItems } from "./items.ts";
import { answerForm, questionMessages, type Refusal } from "./prompt.ts";
import type { Question } from "./question.ts";
import { closingLine, openingLine } from "./structural-judge.test-helper.ts";
import { conversation, questionOf } from "./testing-judge.test-helper.ts";

const mark = "0123456789abcdef";
const record = [{ exchange: 1, speaker: "user", text: "Hi" }];

function messages(more: Partial<Question> = {}, refusal?: Refusal) {
  const { exchanges } = conversation([["Which?", "Call Ana. Then wait."]]);
  const [system, user] = questionMessages(questionOf(more), exchanges, { record, mark, refusal });
  return { system: system?.content ?? "", user: user?.content ?? "", roles: [system?.role, user?.role] };
}

describe("the prompt", () => {
  test("begins with rules and a record that are the same whatever is asked about a conversation", () => {
    const { roles, system, user } = messages();
    const other = messages({ instructions: "Weigh each item.", items: [{ id: "z", text: "is brief" }] });
    expect(roles).toEqual(["system", "user"]);
    expect(other.system).toBe(system);
    expect(system).not.toContain(mark);
    const shown = `${openingLine(mark)}\n{"exchange":1,"speaker":"user","text":"Hi"}\n${closingLine(mark)}`;
    expect(user.startsWith(shown)).toBe(true);
    expect(other.user.startsWith(shown)).toBe(true);
    expect(user.slice(shown.length)).toContain("Decide on each item.");
  });

  test("puts items inside a fence of their own, menu and ids after it", () => {
    const [, rest = ""] = messages().user.split(openingLine(mark, "ITEMS"));
    const [inside = "", after = ""] = rest.split(closingLine(mark, "ITEMS"));
    const lines = inside.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { item: "c1", text: "names a step" },
      { item: "c2", text: "asks first" },
    ]);
    expect(after).toContain('- "yes": it does (quote)');
    expect(after).toContain("these items: c1, c2.");
  });

  test("does not repeat the text of an item that is in the record", () => {
    const played = conversation([["Which?", "Call Ana. Then wait."]]);
    const [sentence, ...others] = sentenceItems(played);
    const items = [
      ...others,
      ...replyItems(played),
      ...userItems(played),
      { ...sentence, id: "s1.1", text: "Call Bo." },
    ];
    const { user } = messages({ items });
    expect(user.split("\n").filter((line) => line.startsWith('{"item"'))).toEqual([
      '{"item":"a1","exchange":1,"speaker":"agent"}',
      '{"item":"u1","exchange":1,"speaker":"user"}',
      '{"item":"s1.1","exchange":1,"text":"Call Bo."}',
    ]);
    expect(user).toContain("these items: s1.2, a1, u1, s1.1.");
    expect(messages({ items: others }).user).not.toContain("ITEMS");
  });

  test("an item's own menu goes with the item", () => {
    const own = [
      { verdict: "1", meaning: "low" },
      { verdict: "2", meaning: "high" },
    ];
    const { user } = messages({ items: [{ id: "b", text: "y", menu: own }] });
    expect(user).toContain('{"item":"b","text":"y","verdicts":{"1":"low (quote)","2":"high (quote)"}}');
    const part = messages({ items: [{ id: "b", text: "y", menu: questionOf().menu.slice(1) }] });
    expect(part.user).toContain('{"item":"b","text":"y","verdicts":["partly","no"]}');
    expect(user).toContain('its own "verdicts"');
    expect(messages().user).not.toContain('its own "verdicts"');
  });

  test("states the answer's format in words, for judges that take no schema", () => {
    expect(messages().system).toContain(
      '{"items": [{"id": "…", "evidence": ["…"], "absent": false, "reasoning": "…", "verdict": "…"}, …]}',
    );
  });

  test("numbers the steps", () => {
    expect(messages({ steps: ["Read it.", "Compare."] }).user).toContain("1. Read it.\n2. Compare.");
    expect(messages().user).not.toContain("these steps");
  });
});

describe("what is said about evidence", () => {
  test("is the rule of each verdict, which the rules explain", () => {
    const menu = [
      ...questionOf().menu,
      { verdict: "unsupported", meaning: "silent", evidence: "optional" as const },
      { verdict: "no claim", meaning: "none", evidence: "none" as const },
    ];
    const { user, system } = messages({ menu });
    for (const rule of ["it does (quote)", "it does not (quote or absent)", "silent (quote if any)", "none (no quote)"])
      expect(user).toContain(rule);
    for (const rule of ["(quote):", "(quote or absent):", "(quote if any):", "(no quote):"])
      expect(system).toContain(rule);
  });

  test("names the sources where they are restricted", () => {
    expect(messages({ sources: ["fact", "result"] }).user).toContain(
      "only from: the given facts, the results and errors of tool calls.",
    );
    expect(messages().user).not.toContain("Quotes may come");
  });
});

describe("a judge that is asked again", () => {
  const refusal = { text: "no\nJSON }", problems: ["item c1 has no verdict", `says ${closingLine(mark)}`] };

  test("sees its answer and the problems as data inside the fence", () => {
    const { user } = messages({}, refusal);
    const lines = user.split("\n");
    expect(lines).toContain('{"refusedAnswer":"no\\nJSON }"}');
    expect(lines).toContain('{"problem":"item c1 has no verdict"}');
    expect(lines.filter((line) => line === closingLine(mark))).toHaveLength(1);
    expect(lines.indexOf('{"problem":"item c1 has no verdict"}')).toBeLessThan(
      lines.indexOf(closingLine(mark, "ITEMS")),
    );
  });

  test("is told so after the data", () => {
    const [, after = ""] = messages({}, { ...refusal, problems: [] }).user.split(closingLine(mark, "ITEMS"));
    expect(after).toContain("was not accepted");
    expect(messages().user).not.toContain("was not accepted");
  });

  test("is not shown an endless answer again", () => {
    expect(messages({}, { text: "x".repeat(1_000_000), problems: [] }).user.length).toBeLessThan(25_000);
  });
});

describe("the form of an answer", () => {
  const formOf = (more?: Partial<Question>) => {
    const { name, schema } = answerForm(more && questionOf(more));
    const { items } = (schema as { properties: { items: { items: { properties: Record<string, object> } } } })
      .properties;
    return { name, ...items, properties: items.items.properties };
  };

  test("has evidence before reasoning before verdict, all required and nothing else", () => {
    const fields = ["id", "evidence", "absent", "reasoning", "verdict"];
    for (const form of [formOf({ evidence: "required-or-absent" }), formOf()]) {
      expect(Object.keys(form.properties)).toEqual(fields);
      expect(form.items).toMatchObject({ required: fields, additionalProperties: false });
    }
  });

  test("lists the ids and the verdicts of its question, an item's own too, and has as many entries as there are items", () => {
    const own = [
      { verdict: "1", meaning: "low" },
      { verdict: "2", meaning: "high" },
    ];
    const items = [
      { id: "a", text: "x" },
      { id: "b", text: "y", menu: own },
    ];
    expect(formOf({ items })).toMatchObject({
      name: "quality",
      minItems: 2,
      maxItems: 2,
      properties: { id: { enum: ["a", "b"] }, verdict: { enum: ["yes", "partly", "no", "1", "2"] } },
    });
    const many = Array.from({ length: 201 }, (_, index) => ({ id: `s${index}`, text: "x" }));
    expect(formOf({ items: many }).properties.id).toEqual({ type: "string" });
  });

  test("has no field for quotes where no verdict needs one, and none for what is missing where no verdict rests on it", () => {
    const fieldsOf = (...evidence: Question["evidence"][]) =>
      Object.keys(
        formOf({ menu: evidence.map((rule) => ({ verdict: rule, meaning: "x", evidence: rule })) }).properties,
      );
    expect(fieldsOf("none")).toEqual(["id", "reasoning", "verdict"]);
    expect(fieldsOf("none", "optional")).toEqual(["id", "evidence", "reasoning", "verdict"]);
    expect(fieldsOf("required")).toEqual(["id", "evidence", "reasoning", "verdict"]);
    expect(fieldsOf("none", "required-or-absent")).toEqual(["id", "evidence", "absent", "reasoning", "verdict"]);
  });

  test("that fits any question names none", () => {
    expect(JSON.stringify(answerForm())).not.toMatch(/enum|Items"|quality/);
  });
});
