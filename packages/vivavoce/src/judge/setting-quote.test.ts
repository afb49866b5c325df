import { describe, expect, test } from "vitest";
import type { Effect } from "../shape/index.ts";
import type { Question } from "./question.ts";
import { Passages } from "./quotes.ts";
import { worldFacts } from "./record.ts";
import { conversation, questionOf, toolCall } from "./testing-judge.test-helper.ts";
import { validateAnswer } from "./validate-answer.ts";

describe("a quote of the setting", () => {
  const effect: Effect = { kind: "value.set", pointer: "/status", from: "live", to: "archived" };
  const opening = "Garden: live since May";
  const world = { opening, closing: `${opening}\nKitchen: archived by the agent`, effects: [effect] };
  const add = toolCall("add", {
    arguments: { title: "Call the vendor" },
    approval: { decision: "approved", reason: "Because it is Monday." },
  });
  const played = conversation([["What shall I do next?", add, "Done."]], {
    history: [{ role: "assistant", content: "We spoke about the vendor." }],
    world,
  });
  const worldBeforeAndAfter = worldFacts(played, "before-and-after");
  const facts = [...worldBeforeAndAfter, { id: "fact-1", title: "What holds", text: "The shop opens at nine." }];
  const read = (quote: string | string[], more: Partial<Question> = {}, verdict = "yes") =>
    validateAnswer(
      { items: [{ id: "c1", evidence: quote, verdict }] },
      questionOf({ items: [{ id: "c1", text: "names a step" }], ...more }),
      new Passages(played, facts),
    );
  const setting = [
    "What shall I do next?",
    "The shop opens at nine.",
    "We spoke about the vendor.",
    "Because it is Monday.",
    // It also stands in the world as it was afterwards.
    "Garden: live since May",
  ];

  test.each(setting)("alone is not evidence for any verdict about the agent: %s", (quote) => {
    for (const verdict of ["yes", "partly", "no"])
      expect(read([quote], {}, verdict)).toEqual({
        ok: false,
        problems: [
          `item c1: the verdict "${verdict}" quotes the setting only: quote what the agent said or did, or what changed in the world`,
        ],
      });
  });

  const changes = worldBeforeAndAfter.find(({ id }) => id === "world-changes")?.text ?? "";
  test.each(["Done.", "Call the vendor", "Kitchen: archived by the agent", changes])(
    "may stand beside a reply, a call or an effect: %s",
    (quote) => {
      expect(read([quote]).ok).toBe(true);
      expect(read([...setting, quote]).ok).toBe(true);
    },
  );

  test("is enough where the verdict is about the setting, the item is the agent's own words, or replies may not be quoted", () => {
    const menu = questionOf().menu.map((entry) => ({ ...entry, anywhere: true }));
    expect(read(["What shall I do next?"], { menu }).ok).toBe(true);
    for (const source of ["reply", "call"] as const) {
      const item = { id: "c1", text: "Done.", source };
      expect(read(["What shall I do next?"], { items: [item] }).ok).toBe(true);
    }
    expect(read(["The shop opens at nine."], { sources: ["fact"] }).ok).toBe(true);
  });

  test("is not enough where the item is what the user, a tool or a fact says, or replies may be quoted too", () => {
    for (const source of ["user", "result", "fact"] as const) {
      const item = { id: "c1", text: "Add it.", source };
      expect(read(["What shall I do next?"], { items: [item] }).ok).toBe(false);
    }
    expect(read(["What shall I do next?"], { sources: ["user", "reply"] }).ok).toBe(false);
  });
});
