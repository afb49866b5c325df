import { expect, test } from "vitest";
import type { Effect } from "../../shape/index.ts";
import { effectView } from "./effect-view.ts";

test.each<[Effect, { before?: string; after?: string }]>([
  [
    { kind: "note.created", note: "a.md", frontMatter: { status: "live" }, body: "one\ntwo" },
    { after: 'status: "live"\none\ntwo' },
  ],
  [
    { kind: "note.deleted", note: "a.md", tasks: [{ section: "", text: "Call", box: "open" }] },
    { before: "- [open] Call" },
  ],
  [
    { kind: "note.renamed", note: "b.md", from: "a.md" },
    { before: "a.md", after: "b.md" },
  ],
  [{ kind: "frontmatter.set", note: "a.md", key: "k", to: 2 }, { after: "2" }],
  [{ kind: "frontmatter.removed", note: "a.md", key: "k", from: "x" }, { before: "x" }],
  [{ kind: "task.added", note: "a.md", section: "", text: "Call", box: "open" }, { after: "Call" }],
  [
    { kind: "task.status", note: "a.md", section: "", text: "Call", from: "open", to: "done" },
    { before: "open", after: "done" },
  ],
  [{ kind: "task.moved", note: "a.md", section: "", text: "Call", fromNote: "b.md", fromSection: "" }, {}],
  [{ kind: "text.removed", note: "a.md", section: "", text: "gone" }, { before: "gone" }],
  [
    { kind: "file.changed", file: "a", from: "x\ny", to: "x\nz" },
    { before: "x\ny", after: "x\nz" },
  ],
  [
    { kind: "file.changed", file: "a", from: "x".repeat(30_000), to: "z", removed: ["old"], inserted: ["new"] },
    { before: "old", after: "new" },
  ],
  [
    { kind: "file.mode", file: "a", from: "plain", to: "executable" },
    { before: "plain", after: "executable" },
  ],
  [
    { kind: "value.set", pointer: "/a", from: { b: 1 }, to: null },
    { before: '{\n  "b": 1\n}', after: "null" },
  ],
  [{ kind: "value.added", pointer: "/a", to: "x" }, { after: "x" }],
])("%j shows what it changed", (effect, sides) => {
  const { text, ...shown } = effectView(effect);
  expect(text).not.toBe("");
  expect(shown).toEqual(sides);
});
