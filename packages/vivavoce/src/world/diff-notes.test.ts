import { describe, expect, test } from "vitest";
import { type Effect, effectSchema } from "../shape/index.ts";
import { diffNotes } from "./diff-notes.ts";

const path = "Projects/A.md";
const inA = { note: path, section: "Next" };

/** The effects of changing one note that has the section Next. */
function diffA(before: string, after: string): Effect[] {
  return diffNotes({ [path]: `## Next\n${before}` }, { [path]: `## Next\n${after}` });
}

describe("notes", () => {
  test("that come and go are one effect each, with what is in them", () => {
    const note = "---\nstatus: live\n---\n\n# A  \r\n- [ ] a task\n\t- [w] its  part\n\nEnd\n\n";
    const content = {
      frontMatter: { status: "live" },
      body: "# A\n- [ ] a task\n\t- [w] its  part\n\nEnd\n",
      tasks: [
        { section: "A", text: "a task", box: "open" },
        { section: "A", text: "its part", box: "waiting", parent: "a task" },
      ],
    };
    expect(diffNotes({}, { [path]: note })).toEqual([{ kind: "note.created", note: path, ...content }]);
    expect(diffNotes({ [path]: note }, {})).toEqual([{ kind: "note.deleted", note: path, ...content }]);
  });

  test("that come without anything in them say so", () => {
    const empty = { kind: "note.created", note: path, frontMatter: {}, body: "", tasks: [] };
    expect(diffNotes({}, { [path]: "\n \n" })).toEqual([empty]);
  });

  test("with the same canonical body are renamed", () => {
    expect(diffNotes({ "Old.md": "# A\r\n- [x] a" }, { "New.md": "# A\n\n- [X] a  \n" })).toEqual([
      { kind: "note.renamed", note: "New.md", from: "Old.md" },
    ]);
  });

  test("that are renamed have their front matter compared", () => {
    const before = { "Projects/A.md": "---\nstatus: live\n---\n# A" };
    const after = { "Archive/A.md": "---\nstatus: archived\n---\n# A" };
    expect(diffNotes(before, after)).toEqual([
      { kind: "note.renamed", note: "Archive/A.md", from: "Projects/A.md" },
      { kind: "frontmatter.set", note: "Archive/A.md", key: "status", from: "live", to: "archived" },
    ]);
  });

  test("without a body are never renamed, front matter or not", () => {
    expect(diffNotes({ "a.md": "---\na: 1\n---\n" }, { "b.md": "---\na: 1\n---\n" }).map(({ kind }) => kind)).toEqual([
      "note.deleted",
      "note.created",
    ]);
  });

  test("with one body are told apart by front matter, then by file name", () => {
    const before = { "x/1.md": "---\nn: 1\n---\nsame", "x/2.md": "---\nn: 2\n---\nsame", "x/3.md": "same" };
    const after = {
      "y/3.md": "---\nn: 9\n---\nsame",
      "y/a.md": "---\nn: 2\n---\nsame",
      "y/b.md": "---\nn: 1\n---\nsame",
    };
    const renamed = diffNotes(before, after).filter((effect) => effect.kind === "note.renamed");
    expect(renamed.map(({ from, note }) => [from, note])).toEqual([
      ["x/3.md", "y/3.md"],
      ["x/2.md", "y/a.md"],
      ["x/1.md", "y/b.md"],
    ]);
  });

  test("are told in the order of their paths, whatever the order they were given in", () => {
    const expected = [
      { kind: "note.created", note: "a.md" },
      { kind: "note.created", note: "b.md" },
    ];
    expect(diffNotes({}, { "b.md": "1", "a.md": "2" })).toMatchObject(expected);
    expect(diffNotes({}, { "a.md": "2", "b.md": "1" })).toMatchObject(expected);
  });

  test("named __proto__ or constructor are notes like others", () => {
    const after = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, string>;
    expect(diffNotes({}, after)).toMatchObject([
      { kind: "note.created", note: "__proto__" },
      { kind: "note.created", note: "constructor" },
    ]);
  });
});

describe("front matter", () => {
  const diffFields = (before: string, after: string) =>
    diffNotes({ [path]: `---\n${before}\n---\nbody` }, { [path]: `---\n${after}\n---\nbody` });

  test("is set, changed and removed by key, in the order of the keys", () => {
    expect(diffFields("status: live\npriority: 2", "status: archived\narea: work")).toEqual([
      { kind: "frontmatter.set", note: path, key: "area", to: "work" },
      { kind: "frontmatter.removed", note: path, key: "priority", from: 2 },
      { kind: "frontmatter.set", note: path, key: "status", from: "live", to: "archived" },
    ]);
  });

  test("is compared as data: order, quotes, comments and 1.0 do not count", () => {
    expect(diffFields('a: "x"\nb: [1, 2]\nc: 1.0', "# note\nc: 1\nb:\n  - 1\n  - 2\na: 'x'")).toEqual([]);
  });

  test("tells a number from a text", () => {
    expect(diffFields("a: 1", 'a: "1"')).toEqual([{ kind: "frontmatter.set", note: path, key: "a", from: 1, to: "1" }]);
  });

  test("set to nothing is set, and not removed", () => {
    expect(diffFields("a: 1", "a:")).toEqual([{ kind: "frontmatter.set", note: path, key: "a", from: 1, to: null }]);
    expect(diffFields("a: 1", "a: 1\nb:")).toEqual([{ kind: "frontmatter.set", note: path, key: "b", to: null }]);
  });

  test("that gets broken is removed and comes as text", () => {
    expect(diffFields("a: 1", "a: [1").map(({ kind }) => kind)).toEqual([
      "frontmatter.removed",
      "text.inserted",
      "text.inserted",
      "text.inserted",
    ]);
  });
});

describe("tasks with equal text", () => {
  test("that get another box change their status", () => {
    expect(diffA("- [ ] Call", "- [w] Call")).toEqual([
      { kind: "task.status", ...inA, text: "Call", from: "open", to: "waiting" },
    ]);
  });

  test("that go to another section are moved", () => {
    expect(diffA("- [ ] Call\n## Done", "## Done\n- [ ] Call")).toEqual([
      { kind: "task.moved", note: path, section: "Done", text: "Call", fromNote: path, fromSection: "Next" },
    ]);
  });

  test("that are ticked and go to another note are both moved and changed", () => {
    const before = { "a.md": "- [ ] Call\n", "b.md": "# Done\n" };
    const after = { "a.md": "", "b.md": "# Done\n- [x] Call\n" };
    expect(diffNotes(before, after)).toEqual([
      { kind: "task.moved", note: "b.md", section: "Done", text: "Call", fromNote: "a.md", fromSection: "" },
      { kind: "task.status", note: "b.md", section: "Done", text: "Call", from: "open", to: "done" },
    ]);
  });

  test("that only change places within a section have not changed", () => {
    expect(diffA("- [ ] a\n- [ ] b\n- [ ] c", "- [ ] c\n- [ ] a\n- [ ] b")).toEqual([]);
  });

  test("with another bullet, indentation or spacing have not changed", () => {
    expect(diffA("- [ ] Call Ada", "\n  1. [ ] Call   Ada\t")).toEqual([]);
  });

  test("are paired one to one: a second one is added", () => {
    expect(diffA("- [ ] Call", "- [ ] Call\n- [ ] Call")).toEqual([
      { kind: "task.added", ...inA, text: "Call", box: "open" },
    ]);
  });

  test("stay where they are rather than move: of two, the one that left its place is the moved one", () => {
    const before = { "a.md": "- [ ] Call", "b.md": "- [ ] Call\n" };
    const after = { "a.md": "- [ ] Call", "b.md": "", "c.md": "- [ ] Call" };
    expect(diffNotes(before, after)).toMatchObject([
      { kind: "note.created", note: "c.md" },
      { kind: "task.moved", note: "c.md", section: "", text: "Call", fromNote: "b.md", fromSection: "" },
    ]);
  });

  test("are ticked in place rather than swapped with their double in another section", () => {
    const before = "## One\n- [ ] Call\n## Two\n- [x] Call";
    const after = "## One\n- [x] Call\n## Two\n- [x] Call";
    expect(diffNotes({ [path]: before }, { [path]: after })).toEqual([
      { kind: "task.status", note: path, section: "One", text: "Call", from: "open", to: "done" },
    ]);
  });
});

describe("tasks of created and deleted notes", () => {
  test("are told where they came from another note", () => {
    const before = { "Inbox.md": "- [ ] Call\n- [ ] Write" };
    const after = { "Inbox.md": "- [ ] Write", "New.md": "# New\n- [ ] Call\n- [ ] Something new" };
    expect(diffNotes(before, after)).toMatchObject([
      { kind: "note.created", note: "New.md" },
      { kind: "task.moved", note: "New.md", section: "New", text: "Call", fromNote: "Inbox.md", fromSection: "" },
    ]);
  });

  test("are told where they were saved into another note", () => {
    const before = { "Old.md": "- [ ] Call\n- [ ] Forget", "Inbox.md": "" };
    expect(diffNotes(before, { "Inbox.md": "- [ ] Call" })).toMatchObject([
      { kind: "task.moved", note: "Inbox.md", section: "", text: "Call", fromNote: "Old.md", fromSection: "" },
      { kind: "note.deleted", note: "Old.md" },
    ]);
  });

  test("of a renamed note have not moved", () => {
    expect(diffNotes({ "a.md": "- [ ] Call" }, { "b.md": "- [ ] Call" })).toEqual([
      { kind: "note.renamed", note: "b.md", from: "a.md" },
    ]);
  });
});

describe("reworded tasks", () => {
  test("are edited when they share half of their words", () => {
    expect(diffA("- [ ] Call Ada", "- [ ] Call Bob")).toEqual([
      { kind: "task.edited", ...inA, from: "Call Ada", to: "Call Bob" },
    ]);
  });

  test("are deleted and added when they share less", () => {
    expect(diffA("- [ ] Call Ada today", "- [ ] Call Bob soon")).toEqual([
      { kind: "task.deleted", ...inA, text: "Call Ada today", box: "open" },
      { kind: "task.added", ...inA, text: "Call Bob soon", box: "open" },
    ]);
  });

  test("that get another box too are edited and changed", () => {
    expect(diffA("- [ ] Call Ada", "- [x] Call Ada again")).toEqual([
      { kind: "task.edited", ...inA, from: "Call Ada", to: "Call Ada again" },
      { kind: "task.status", ...inA, text: "Call Ada again", from: "open", to: "done" },
    ]);
  });

  test("are only looked for in their own section", () => {
    expect(diffA("- [ ] Call Ada\n## Later", "## Later\n- [ ] Call Ada now").map(({ kind }) => kind)).toEqual([
      "task.deleted",
      "task.added",
    ]);
  });

  test("are paired with the closest wording when another task was put before them", () => {
    expect(diffA("- [ ] Ask Ada about tax", "- [ ] Ask Ada about rent\n- [ ] Ask Ada about tax forms")).toEqual([
      { kind: "task.added", ...inA, text: "Ask Ada about rent", box: "open" },
      { kind: "task.edited", ...inA, from: "Ask Ada about tax", to: "Ask Ada about tax forms" },
    ]);
  });

  test("beyond the first hundred of a section are no longer looked for", () => {
    const tasks = (suffix: string) =>
      Array.from({ length: 101 }, (_, index) => `- [ ] number ${index} ${suffix}`).join("\n");
    const kinds = Map.groupBy(diffA(tasks("old"), tasks("new")), ({ kind }) => kind);
    expect(kinds.get("task.edited")).toHaveLength(100);
    expect(kinds.get("task.added")).toEqual([{ kind: "task.added", ...inA, text: "number 100 new", box: "open" }]);
  });
});

describe("text", () => {
  test("is inserted and removed by line, under its heading", () => {
    expect(diffNotes({ [path]: "# A\none\ntwo\n## B\nthree" }, { [path]: "# A\none\n## B\nthree\nfour" })).toEqual([
      { kind: "text.removed", note: path, section: "A", text: "two" },
      { kind: "text.inserted", note: path, section: "B", text: "four" },
    ]);
  });

  test("counts a heading as a line, under the heading before it", () => {
    expect(diffNotes({ [path]: "# A" }, { [path]: "# A\n\n## Next actions\n- [ ] Call" })).toEqual([
      { kind: "text.inserted", note: path, section: "A", text: "## Next actions" },
      { kind: "task.added", note: path, section: "Next actions", text: "Call", box: "open" },
    ]);
  });

  test("that becomes a task is removed, and the task added", () => {
    expect(diffA("- Call", "- [ ] Call").map(({ kind }) => kind)).toEqual(["text.removed", "task.added"]);
  });

  test("in a block of code is text, boxes included", () => {
    expect(diffA("```\n- [ ] a\n```", "```\n- [x] a\n```").map(({ kind }) => kind)).toEqual([
      "text.removed",
      "text.inserted",
    ]);
  });

  test.each([
    ["line ends", "a\nb", "a\r\nb\r\n"],
    ["a byte order mark", "a", "\uFEFFa"],
    ["composition", "Cafe\u0301", "Caf\u00e9"],
    ["blank lines", "a\nb", "\na\n\n\nb\n\n"],
    ["indentation and spacing", "a b", "   a    b  "],
  ])("that differs in %s alone has not changed", (_, before, after) => {
    expect(diffNotes({ [path]: before }, { [path]: after })).toEqual([]);
  });
});

test("within a note the effects are told from top to bottom, front matter first", () => {
  const before = "---\nstatus: live\n---\nfirst\n- [ ] one\nlast";
  const after = "---\nstatus: hold\n---\n- [x] one\nsecond\n- [ ] two\nlast";
  expect(diffNotes({ [path]: before }, { [path]: after }).map(({ kind }) => kind)).toEqual([
    "frontmatter.set",
    "text.removed",
    "task.status",
    "text.inserted",
    "task.added",
  ]);
});

test("every effect fits the published schema", () => {
  const before = { "a.md": "---\nx: 1\ny: 2\n---\none\n- [ ] Call Ada\n- [ ] b", "b.md": "bye", "d.md": "same" };
  const after = {
    "a.md": "---\nx: 2\n---\ntwo\n- [x] Call Bob\n# S\n- [ ] b\n- [ ] zzz",
    "c.md": "hi",
    "e.md": "same",
  };
  const effects = diffNotes(before, after);
  expect(effects.length).toBeGreaterThan(8);
  for (const effect of effects) expect(effectSchema.parse(effect)).toEqual(effect);
});
