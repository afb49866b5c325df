import { describe, expect, test } from "vitest";
import type { Effect } from "../shape/index.ts";
import { outsideFrame, placesOf } from "./frame.ts";

const created: Effect = { kind: "note.created", note: "Reviews/2025.md" };
const renamed: Effect = { kind: "note.renamed", from: "Projects/A.md", note: "Archive/A.md" };
const task = { text: "Call", section: "", fromSection: "" };
const moved: Effect = { kind: "task.moved", ...task, fromNote: "Inbox.md", note: "Projects/A.md" };
const movedWithin: Effect = { kind: "task.moved", ...task, fromNote: "Inbox.md", note: "Inbox.md", section: "Later" };
const value: Effect = { kind: "value.set", pointer: "/customers/3/name", from: "a", to: "b" };

test("an effect touches its note or pointer; a move and a renaming touch two notes", () => {
  expect([created, renamed, moved, movedWithin, value].map(placesOf)).toEqual([
    ["Reviews/2025.md"],
    ["Projects/A.md", "Archive/A.md"],
    ["Inbox.md", "Projects/A.md"],
    ["Inbox.md"],
    ["/customers/3/name"],
  ]);
});

describe("the frame", () => {
  test("holds everything where nothing is excepted", () => {
    expect(outsideFrame([created, moved])).toEqual([created, moved]);
    expect(outsideFrame([created, moved], [])).toEqual([created, moved]);
  });

  test("lets go what an exception covers", () => {
    expect(outsideFrame([value], ["/customers/**"])).toEqual([]);
    expect(outsideFrame([value], ["/appointments/**"])).toEqual([value]);
  });

  test("holds a moved task unless both notes are excepted", () => {
    expect(outsideFrame([moved], ["Inbox.md"])).toEqual([moved]);
    expect(outsideFrame([moved], ["Projects/*"])).toEqual([moved]);
    expect(outsideFrame([moved], ["Inbox.md", "Projects/*"])).toEqual([]);
    expect(outsideFrame([movedWithin], ["Inbox.md"])).toEqual([]);
  });

  test("holds a renamed note unless both paths are excepted", () => {
    const both = (path: string) => [{ path, kinds: ["note.renamed"] }];
    expect(outsideFrame([renamed], both("Archive/**"))).toEqual([renamed]);
    expect(outsideFrame([renamed], both("**"))).toEqual([]);
  });

  test("a bare path excepts every change but that a note or file is created, deleted or renamed", () => {
    const existence: Effect[] = [
      created,
      renamed,
      { kind: "note.deleted", note: "Projects/A.md" },
      { kind: "file.created", file: "a.txt", content: "" },
      { kind: "file.deleted", file: "a.txt", content: "" },
      { kind: "file.renamed", file: "b.txt", from: "a.txt" },
    ];
    const others: Effect[] = [
      { kind: "task.deleted", note: "Projects/A.md", section: "", text: "a", box: "open" },
      { kind: "file.changed", file: "a.txt", from: "a", to: "b" },
      { kind: "value.removed", pointer: "/a", from: 1 },
    ];
    expect(outsideFrame([...existence, ...others, moved, value], ["**", "/**"])).toEqual(existence);
  });

  test("kinds except what they name and nothing else", () => {
    const except = [{ path: "Reviews/*", kinds: ["note.created"] }];
    const edited: Effect = { kind: "text.inserted", note: "Reviews/2025.md", section: "", text: "x" };
    expect(outsideFrame([created, edited, moved], except)).toEqual([edited, moved]);
  });
});
