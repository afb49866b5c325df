import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Effect } from "../shape/index.ts";
import { diffNotes } from "./diff-notes.ts";

const note = "A.md";

function changes(before: string, after: string): Effect[] {
  return diffNotes({ [note]: before }, { [note]: after });
}

describe("what a person would call a change is one", () => {
  test.each([
    ["a subtask loses its parent", "- [ ] A\n  - [ ] b", "- [ ] A\n- [ ] b"],
    ["a task becomes a subtask", "- [ ] A\n- [ ] b", "- [ ] A\n\t- [ ] b"],
    ["a subtask goes to another task", "- [ ] A\n  - [ ] b\n- [ ] C", "- [ ] A\n- [ ] C\n  - [ ] b"],
    ["a subtask goes to another task of the same text", dup("b", "c", ""), dup("b", "", "c")],
    ["a subtask goes from a bullet to nothing", "- A\n  - [ ] b", "- A\n- [ ] b"],
    ["a subtask goes one level up", "- [ ] A\n  - [ ] B\n    - [ ] c", "- [ ] A\n  - [ ] B\n  - [ ] c"],
    ["a subtask goes from bullet to bullet", "- A\n  - [ ] c\n- B", "- A\n- B\n  - [ ] c"],
    ["a subtask below a number loses its parent", "1. [ ] A\n  - [ ] b", "1. [ ] A\n- [ ] b"],
    ["a subtask goes elsewhere with the item above it", below("A"), below("B")],
    ["a parent is deleted and its subtask stays", "- [ ] A\n  - [ ] b", "- [ ] b"],
    ["a subtask is reworded and loses its parent", "- [ ] A\n  - [ ] call Ada", "- [ ] A\n- [ ] call Ada now"],
    ["a bullet loses its parent", "- a\n  - b", "- a\n- b"],
    ["a bullet goes to another one", "- a\n  - b\n- c", "- a\n- c\n  - b"],
    ["a line below a task goes to another task", "- [ ] A\n  why\n- [ ] B", "- [ ] A\n- [ ] B\n  why"],
    ["a line below a task leaves it", "- [ ] A\n\n  why", "- [ ] A\n\nwhy"],
    ["a task becomes code by its indentation", "Text\n\n- [ ] a", "Text\n\n    - [ ] a"],
    ["a paragraph becomes code", "a\n\nb", "a\n\n    b"],
    ["code is indented", "```py\nif x:\n    y\n```", "```py\nif x:\ny\n```"],
    ["code has a tab for spaces", "```make\n\tgo\n```", "```make\n    go\n```"],
    ["code has other spaces within", "```\na  b\n```", "```\na b\n```"],
    ["code loses a blank line", "```\na\n\nb\n```", "```\na\nb\n```"],
    ["code below a list item is indented", "- a\n  ```\n  x\n  ```", "- a\n  ```\n    x\n  ```"],
    ["code in a quotation is indented", "> ```\n> x\n> ```", "> ```\n>   x\n> ```"],
    ["indented code is indented further", "a\n\n    x\n      y", "a\n\n    x\n    y"],
    ["preformatted HTML is indented", "<pre>\n  x\n</pre>", "<pre>\nx\n</pre>"],
    ["a list in a quotation loses its nesting", "> - a\n>   - b", "> - a\n> - b"],
    ["a quotation goes deeper", "> a", "> > a"],
    ["a task goes into a comment", "<!--\n-->\n- [ ] a", "<!--\n- [ ] a\n-->"],
    ["a task goes into Obsidian's comment", "%%\n%%\n- [ ] a", "%%\n- [ ] a\n%%"],
    ["a paragraph becomes a heading by the rule below it", "a\n\n---\nb", "a\n---\nb"],
    ["a task goes to another section of the same title", twin("- [ ] t", ""), twin("", "- [ ] t")],
    ["a heading changes its level", "# A\n## B", "# A\n# B"],
    ["numbered tasks change places", "1. [ ] a\n2. [ ] b", "1. [ ] b\n2. [ ] a"],
    ["a thousand lines are turned upside down", many((i) => i), many((i) => 2000 - i)],
    ["a number of a plain list changes", "1. a\n2. b", "1. a\n3. b"],
    ["front matter: a text becomes a number", '---\na: "1"\n---', "---\na: 1\n---"],
    ["front matter: a postcode loses its zero", "---\na: 01067\n---", "---\na: 1067\n---"],
    ["front matter: a phone number loses its plus", "---\na: +4930\n---", "---\na: 4930\n---"],
    ["front matter: a text becomes true", '---\na: "true"\n---', "---\na: true\n---"],
    ["front matter: a key is there twice", "---\na: 1\n---", "---\na: 1\na: 1\n---"],
    ["front matter: broken, and indented another way", "---\na: [\n  b\n---", "---\na: [\nb\n---"],
    ["front matter: an empty text becomes nothing", '---\na: ""\n---', "---\na:\n---"],
  ])("%s", (_, before, after) => {
    expect(changes(before, after)).not.toEqual([]);
    expect(changes(after, before)).not.toEqual([]);
    expect(diffNotes({ "Old.md": before }, { "New.md": after }).map(({ kind }) => kind)).not.toEqual(["note.renamed"]);
  });
});

function dup(first: string, second: string, third: string): string {
  const under = (text: string) => (text === "" ? "" : `\n  - [ ] ${text}`);
  return `- [ ] A${under(first)}${under(second)}\n- [ ] A${under(third)}`;
}

function below(name: string): string {
  return ["A", "B"].map((one) => `- [ ] ${one}\n  - x${one === name ? "\n    - [ ] t" : ""}`).join("\n");
}

function twin(first: string, second: string): string {
  return `## One\n### Tasks\n${first}\n## Two\n### Tasks\n${second}`;
}

function many(number: (index: number) => number): string {
  return Array.from({ length: 2000 }, (_, index) => `line ${number(index)}`).join("\n");
}

describe("what an editor rewrites by itself is not a change", () => {
  test.each([
    ["tabs for spaces before a subtask", "- [ ] A\n  - [ ] b\n    - [ ] c", "- [ ] A\n\t- [ ] b\n\t\t- [ ] c"],
    ["a list that is indented as a whole", "- [ ] A\n  - [ ] b", " - [ ] A\n   - [ ] b"],
    ["another bullet", "- [ ] A\n  - [ ] b", "* [ ] A\n  + [ ] b"],
    ["blank lines between tasks", "- [ ] A\n  - [ ] b", "- [ ] A\n\n  - [ ] b\n"],
    ["tasks with their subtasks in another order", "- [ ] A\n  - [ ] b\n- [ ] C", "- [ ] C\n- [ ] A\n  - [ ] b"],
    ["two tasks of one text with their subtasks", dup("b", "", "c"), dup("c", "", "b")],
    ["code below a list item indented with its item", "- a\n  ```\n  x\n  ```", " - a\n   ```\n   x\n   ```"],
    ["numbers of tasks", "1. [ ] a\n2. [ ] b", "1. [ ] a\n1. [ ] b"],
    ["blank lines between paragraphs", "a\nb", "a\n\n\nb"],
    ["spaces at the end of a line", "a  \nb", "a\nb"],
    ["a table's padding", "| a | b |\n|---|---|", "| a  | b |\n|---|---|"],
    ["a quotation's first space", ">a\n>>b", "> a\n> > b"],
    ["front matter written another way", "---\na: 1.0\nb: [x]\n---", "---\nb:\n  - x\na: 1 # one\n---"],
    ["a rule with spaces", "a\n\n---", "a\n\n---  \n"],
  ])("%s", (_, before, after) => {
    expect(changes(before, after)).toEqual([]);
  });
});

describe("a task that hangs elsewhere has moved", () => {
  const place = { note, section: "", fromNote: note, fromSection: "" };

  test("with the items it hung and hangs under", () => {
    expect(changes("- [ ] A\n  - [ ] b\n- [ ] C", "- [ ] A\n- [ ] C\n  - [ ] b")).toEqual([
      { kind: "task.moved", ...place, text: "b", parent: "C", fromParent: "A" },
    ]);
    expect(changes("- [ ] A\n  - [x] b", "- [ ] A\n- [x] b")).toEqual([
      { kind: "task.moved", ...place, text: "b", parent: "", fromParent: "A" },
    ]);
  });

  test("not because its parent was reworded, ticked or moved", () => {
    const before = "- [ ] Plan the garden\n  - [ ] b\n    why\n## Done";
    expect(changes(before, "- [x] Plan the small garden\n  - [ ] b\n    why\n## Done").map(({ kind }) => kind)).toEqual(
      ["task.edited", "task.status"],
    );
    expect(changes("- [ ] A\n  - [ ] b\n## Done", "## Done\n- [ ] A\n  - [ ] b")).toMatchObject([
      { kind: "task.moved", text: "A", section: "Done" },
      { kind: "task.moved", text: "b", section: "Done" },
    ]);
  });

  test("and its own subtasks have not", () => {
    expect(changes("- [ ] A\n  - [ ] b\n    - [ ] c\n      why", "- [ ] A\n- [ ] b\n  - [ ] c\n    why")).toEqual([
      { kind: "task.moved", ...place, text: "b", parent: "", fromParent: "A" },
    ]);
  });

  test("a subtask that comes or goes says under what", () => {
    const added = { note, section: "", text: "b", box: "open", parent: "A" };
    expect(changes("- [ ] A", "- [ ] A\n\t- [ ] b")).toEqual([{ kind: "task.added", ...added }]);
    expect(changes("- [ ] A\n  - [ ] b", "- [ ] A")).toEqual([{ kind: "task.deleted", ...added }]);
    expect(changes("- a", "- a\n  - b")).toEqual([
      { kind: "text.inserted", note, section: "", text: "- b", parent: "- a" },
    ]);
  });

  test("a section of the same title that comes first moves nothing", () => {
    const before = "## One\n### Tasks\n- [ ] t";
    expect(changes(before, `## Zero\n### Tasks\n${before}`).map(({ kind }) => kind)).toEqual([
      "text.inserted",
      "text.inserted",
    ]);
  });

  test("numbered tasks: only the one that went elsewhere", () => {
    expect(changes("1. [ ] a\n2. [ ] b\n3. [ ] c", "1. [ ] c\n2. [ ] a\n3. [ ] b\n4. [ ] d")).toMatchObject([
      { kind: "task.moved", text: "c" },
      { kind: "task.added", text: "d" },
    ]);
  });
});

test("taking away the indentation of one line of a nested list never goes unnoticed", () => {
  const depths = fc.array(fc.nat(2), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(depths, fc.nat(), fc.boolean(), (steps, pick, boxes) => {
      let depth = 0;
      const lines = steps.map((step, index) => {
        depth = index === 0 ? 0 : Math.min(step, depth + 1);
        return { depth, text: `${boxes ? "- [ ] " : "- "}item ${index}` };
      });
      const nested = lines.flatMap((line, index) => (line.depth > 0 ? [index] : []));
      const chosen = nested[pick % Math.max(1, nested.length)];
      fc.pre(chosen !== undefined);
      const write = (outdented?: number) =>
        lines.map((line, index) => `${"\t".repeat(index === outdented ? 0 : line.depth)}${line.text}`).join("\n");
      expect(changes(write(), write(chosen))).not.toEqual([]);
    }),
  );
});
