import { describe, expect, test } from "vitest";
import type { Effect } from "../shape/index.ts";
import { showEffect } from "./show-effect.ts";

const inA = { note: "Projects/A.md", section: "Next actions" };
const garden = "Projects/Garden.md";

describe("an effect in words", () => {
  test.each<[string, Effect]>([
    ["Projects/A.md was created", { kind: "note.created", note: "Projects/A.md" }],
    ["Projects/A.md was deleted", { kind: "note.deleted", note: "Projects/A.md" }],
    ["A.md was renamed to B.md", { kind: "note.renamed", note: "B.md", from: "A.md" }],
    [
      "Projects/Garden.md status live → archived",
      { kind: "frontmatter.set", note: garden, key: "status", from: "live", to: "archived" },
    ],
    [
      "Projects/Garden.md priority 2 → “2”",
      { kind: "frontmatter.set", note: garden, key: "priority", from: 2, to: "2" },
    ],
    ["Projects/Garden.md area was set to “”", { kind: "frontmatter.set", note: garden, key: "area", to: "" }],
    [
      "Projects/Garden.md open null → “null”",
      { kind: "frontmatter.set", note: garden, key: "open", from: null, to: "null" },
    ],
    [
      'Projects/Garden.md tags was removed (it was ["a b"])',
      { kind: "frontmatter.removed", note: garden, key: "tags", from: ["a b"] },
    ],
    [
      "“Call the vendor” was added to Projects/A.md under Next actions (open)",
      { kind: "task.added", ...inA, text: "Call the vendor", box: "open" },
    ],
    [
      "“Call” was deleted from Inbox.md (?)",
      { kind: "task.deleted", note: "Inbox.md", section: "", text: "Call", box: "?" },
    ],
    [
      "“Call” in Projects/A.md under Next actions open → done",
      { kind: "task.status", ...inA, text: "Call", from: "open", to: "done" },
    ],
    [
      "“Call” was moved from Inbox.md to Projects/A.md under Next actions",
      { kind: "task.moved", ...inA, text: "Call", fromNote: "Inbox.md", fromSection: "" },
    ],
    [
      "“Call” was moved in Projects/A.md from the top to Next actions",
      { kind: "task.moved", ...inA, text: "Call", fromNote: "Projects/A.md", fromSection: "" },
    ],
    [
      "“Call” was moved within Projects/A.md under Next actions from below “Plan” to below no other item",
      {
        kind: "task.moved",
        ...inA,
        text: "Call",
        fromNote: inA.note,
        fromSection: inA.section,
        parent: "",
        fromParent: "Plan",
      },
    ],
    [
      "“Call” was added to Projects/A.md under Next actions below “Plan” (open)",
      { kind: "task.added", ...inA, text: "Call", box: "open", parent: "Plan" },
    ],
    [
      "“Call” in Projects/A.md under Next actions was changed to “Call Ada”",
      { kind: "task.edited", ...inA, from: "Call", to: "Call Ada" },
    ],
    ["a.sh was created, executable", { kind: "file.created", file: "a.sh", content: "", executable: true }],
    ["a.sh was deleted", { kind: "file.deleted", file: "a.sh", content: "" }],
    ["a.sh was renamed to b.sh", { kind: "file.renamed", file: "b.sh", from: "a.sh" }],
    ["a.sh plain → executable", { kind: "file.mode", file: "a.sh", from: "plain", to: "executable" }],
    [
      "a.txt was changed (1 line removed, 2 inserted)",
      { kind: "file.changed", file: "a.txt", from: "a", to: "b\nc", removed: ["a"], inserted: ["b", "c"] },
    ],
    ["logo.png was changed", { kind: "file.changed", file: "logo.png", from: { size: 1 }, to: { size: 2 } }],
    ["“Milk” was written into Inbox.md", { kind: "text.inserted", note: "Inbox.md", section: "", text: "Milk" }],
    ["“Milk” was removed from Inbox.md", { kind: "text.removed", note: "Inbox.md", section: "", text: "Milk" }],
    ['/a/0 1 → {"b":2}', { kind: "value.set", pointer: "/a/0", from: 1, to: { b: 2 } }],
    ["the whole value 1 → 2", { kind: "value.set", pointer: "", from: 1, to: 2 }],
    ["/a was added: “two words”", { kind: "value.added", pointer: "/a", to: "two words" }],
    ["/a was removed (it was true)", { kind: "value.removed", pointer: "/a", from: true }],
  ])("%s", (sentence, effect) => {
    expect(showEffect(effect)).toBe(sentence);
  });

  test("is one line without escape sequences, and is cut", () => {
    const text = `a\n\u001b[31mb\u202e${"c".repeat(5000)}`;
    const shown = showEffect({ kind: "text.inserted", note: "x\ny.md", section: "", text });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(shown).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(shown.length).toBeLessThan(300);
    expect(shown).toContain("…");
  });
});
