import { describe, expect, test } from "vitest";
import { caseSchema, type ExpectedEffect } from "../../shape/index.ts";
import { diffJson, markdownWorld } from "../../world/index.ts";
import { caseOf, scoredOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { worldEffects } from "./world-effects.ts";

const path = "Projects/Garden.md";
const garden = `---
status: live
tags: project/personal
---
# Garden

Grow something to eat.

## Next actions
- [ ] Buy seeds
- [w] Hear from Ada
  - [ ] Ask again on Friday
`;

/** The score of an agent that made, or deleted, the garden's note, and did nothing else unless `also` did. */
function scoreOf(expected: ExpectedEffect, also: (vault: ReturnType<typeof markdownWorld>) => void = () => {}) {
  const isDeletion = expected.kind === "note.deleted";
  const vault = markdownWorld({ "Inbox.md": "- [ ] Milk", ...(isDeletion ? { [path]: garden } : {}) });
  const before = vault.snapshot();
  if (isDeletion) vault.remove(path);
  else vault.create(path, garden);
  also(vault);
  const effects = vault.diff(before, vault.snapshot());
  return scoredOf(worldEffects(), transcriptOf([["done"]], effects), caseOf({ world: { effects: [expected] } }));
}

const kinds = ["note.created", "note.deleted"];
const all = { any: true } as const;

describe.each(kinds)("the content of a %s note", (kind) => {
  test.each<[string, Omit<ExpectedEffect, "kind">]>([
    ["only its path", {}],
    ["a body that holds a text", { body: { contains: "Grow something to eat." } }],
    ["a body that fits a pattern", { body: { matches: "^# Garden\\n", flags: "m" } }],
    ["the whole body", { body: garden.slice(garden.indexOf("# Garden")) }],
    ["the whole front matter", { frontMatter: { status: "live", tags: "project/personal" } }],
    ["matchers in the front matter", { frontMatter: { tags: { matches: "^project/" }, status: all } }],
    ["a key that is not there", { frontMatter: { tags: all, status: all, parent: { absent: true } } }],
    ["a front matter by its schema", { frontMatter: { schema: { required: ["status"] } } }],
    ["its tasks, in any order", { tasks: [{ box: "waiting" }, { parent: "Hear from Ada" }, { text: "Buy seeds" }] }],
    [
      "a task in each of its fields",
      { tasks: [{ text: { contains: "seeds" }, box: "open", section: "Next actions" }, {}, {}] },
    ],
  ])("passes for %s", async (_, fields) => {
    expect((await scoreOf({ kind, note: path, ...fields })).value).toBe(1);
  });

  test.each<[string, Omit<ExpectedEffect, "kind">, string]>([
    ["a text that is not in the body", { body: { contains: "tomatoes" } }, "body is"],
    ["front matter in the body", { body: { contains: "status" } }, "body is"],
    ["another value", { frontMatter: { status: "hold", tags: all } }, 'frontMatter.status is "live", expected "hold"'],
    ["a key that is missing", { frontMatter: { status: all, tags: all, area: all } }, "frontMatter.area is absent"],
    ["a key beyond those named", { frontMatter: { status: "live" } }, "frontMatter.tags is"],
    ["no tasks", { tasks: [] }, "Buy seeds"],
    ["fewer tasks", { tasks: [{ text: "Buy seeds" }, { box: "waiting" }] }, "Ask again on Friday"],
    ["more tasks", { tasks: [{}, {}, {}, {}] }, "tasks has none with"],
    ["another task", { tasks: [{ text: "Buy soil" }, {}, {}] }, 'tasks has none with text "Buy soil"'],
    ["one task for two", { tasks: [{ text: "Buy seeds" }, { text: { contains: "seeds" } }, {}] }, "tasks has none"],
    ["a subtask at the top", { tasks: [{ text: { contains: "Friday" }, parent: { absent: true } }, {}, {}] }, "Friday"],
  ])("fails for %s", async (_, fields, words) => {
    const { value, checks } = await scoreOf({ kind, note: path, ...fields });
    expect(value).toBe(0);
    expect(checks[0]?.reason).toContain(words);
  });

  test("does not loosen the frame: what else changed still fails", async () => {
    const { value, checks } = await scoreOf({ kind, note: path, body: all }, (vault) =>
      vault.write("Inbox.md", "- [x] Milk"),
    );
    expect(value).toBe(0);
    expect(checks.at(-1)?.reason).toContain("nothing else should have changed, but: “Milk” in Inbox.md open → done");
  });
});

describe("the content of a JSON value that came, went or was set", () => {
  const before = { slots: [{ id: "a", at: "9:00" }] };
  const after = { slots: [...before.slots, { id: "x17", at: "10:30", who: { name: "Ada", tags: ["new"] } }] };
  const score = (effects: ReturnType<typeof diffJson>, expected: ExpectedEffect) =>
    scoredOf(worldEffects(), transcriptOf([["done"]], effects), caseOf({ world: { effects: [expected] } }));
  const booked = { id: all, at: { matches: "^10:" }, who: { name: "Ada", tags: [{ oneOf: ["new", "old"] }] } };

  test("matchers may stand at any depth", async () => {
    const added = diffJson(before, after);
    const removed = diffJson(after, before);
    expect((await score(added, { kind: "value.added", pointer: "/slots/1", to: booked })).value).toBe(1);
    expect((await score(removed, { kind: "value.removed", pointer: "/slots/1", from: booked })).value).toBe(1);
  });

  test.each<[string, ExpectedEffect["to"], string]>([
    ["a field differs", { ...booked, at: { matches: "^11:" } }, 'to.at is "10:30"'],
    ["a field is there that is not named", { id: all, at: all }, "to.who is"],
    ["a list has another length", { ...booked, who: { name: "Ada", tags: [] } }, "to.who.tags has 1 item, expected 0"],
    ["what looks like a matcher is meant as a value", { equals: booked }, "to is"],
  ])("fails where %s", async (_, to, words) => {
    const { value, checks } = await score(diffJson(before, after), { kind: "value.added", to });
    expect(value).toBe(0);
    expect(checks[0]?.reason).toContain(words);
  });
});

test("a matcher with a mistake inside an expected value is refused when the case is read", () => {
  const effects = [
    { kind: "note.created", frontMatter: { tags: { contains: 5 } } },
    { kind: "note.created", tasks: [{ txt: "Buy seeds" }] },
    { kind: "note.created", tasks: "Buy seeds" },
  ];
  const read = (effect: unknown) =>
    caseSchema.safeParse({ id: "a", script: [{ content: "Hi" }], expect: { world: { effects: [effect] } } });
  for (const effect of effects) expect(read(effect).success).toBe(false);
  expect(read(effects[0]).error?.issues[0]?.path.slice(-2)).toEqual(["frontMatter", "tags"]);
});
