import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonValue } from "../base/index.ts";
import { workSince } from "../work.test-helper.ts";
import { confine } from "./confine.ts";
import { diffJson } from "./diff-json.ts";
import { diffNotes } from "./diff-notes.ts";
import { matchesGlob } from "./glob.ts";
import { jsonWorld } from "./json-world.ts";
import { parseNote } from "./note.ts";
import { showEffect } from "./show-effect.ts";
import { OutsideWorldError } from "./world-errors.ts";

// What takes quadratic time or worse on these would work for minutes.
const timeAllowed = 20_000;
const timeout = 120_000;
let started: NodeJS.CpuUsage;
beforeEach(() => {
  started = process.cpuUsage();
});
afterEach(() => {
  expect(workSince(started)).toBeLessThan(timeAllowed);
});

const many = 400_000;

const texts = {
  "one line of letters": "a".repeat(many),
  "one line of spaces": `${" ".repeat(many)}x`,
  "one line of hashes": "#".repeat(many),
  "a heading that nearly closes, again and again": `# ${" #".repeat(many / 2)}x`,
  "one line of backticks": "`".repeat(many),
  "bullets in bullets": "- ".repeat(many / 2),
  "numbers in numbers": `${"1. ".repeat(many / 3)}\``,
  "digits that never become a number of a list": "1".repeat(many),
  "a task of many words": `- [ ] ${"x ".repeat(many / 2)}`,
  "a task of spaces with a line separator": `- [ ] ${" ".repeat(many)}\u2028x`,
  "brackets in the front matter": `---\na: ${"[".repeat(60_000)}\n---`,
  "explicit keys in the front matter": `---\n${"? ".repeat(30_000)}\n---`,
  "braces in the front matter": `---\n${"{a: ".repeat(15_000)}\n---`,
  "many keys in the front matter": `---\n${Array.from({ length: 8000 }, (_, key) => `k${key}:`).join("\n")}\n---`,
  "nothing but rules": "---\n".repeat(many / 10),
  "byte order marks": "\uFEFF".repeat(many),
  "marks on one letter": `a${"\u0301".repeat(many)}`,
  "a fence that never closes": `\`\`\`\n${"``\n".repeat(many / 10)}`,
};

describe("a note is read and compared in good time when it is", () => {
  test.each(Object.entries(texts))("%s", { timeout }, (_, text) => {
    const note = { "a.md": text };
    expect(parseNote(text).lines.length).toBeLessThan(many);
    expect(diffNotes(note, { ...note })).toEqual([]);
    expect(diffNotes(note, { "a.md": `${text.slice(1)}\nq` }).length).toBeGreaterThan(0);
    expect(diffNotes(note, {}).map(({ kind }) => kind)).toEqual(["note.deleted"]);
  });
});

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

describe("a diff ends in good time when", () => {
  test("every line changed its place", { timeout }, () => {
    const before = lines(20_000, (index) => `line ${index}`);
    const after = lines(20_000, (index) => `line ${19_999 - index}`);
    expect(diffNotes({ a: before }, { a: after }).length).toBe(39_998);
  });

  test("a few lines stand in another rhythm", { timeout }, () => {
    const before = lines(20_000, (index) => `line ${index % 7}`);
    const after = lines(20_000, (index) => `line ${index % 5}`);
    expect(diffNotes({ a: before }, { a: after }).length).toBeLessThan(40_000);
  });

  test("every task was reworded", { timeout }, () => {
    const before = lines(20_000, (index) => `- [ ] do old${index}`);
    const after = lines(20_000, (index) => `- [ ] do new${index}`);
    expect(diffNotes({ a: before }, { a: after })).toHaveLength(39_900);
  });

  test("all notes with one body were renamed", { timeout }, () => {
    const notes = (folder: string) =>
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${folder}/${index}.md`, "same"]));
    expect(diffNotes(notes("a"), notes("b"))).toHaveLength(10_000);
  });

  test("a JSON value is deeper than the stack, or very wide", { timeout }, () => {
    let before: JsonValue = 1;
    let after: JsonValue = 2;
    for (let depth = 0; depth < 50_000; depth += 1) {
      before = [before];
      after = [after];
    }
    const [effect] = diffJson(before, after);
    expect(effect).toMatchObject({ kind: "value.set", from: 1, to: 2 });
    expect(effect && showEffect(effect).length).toBeLessThan(300);
    expect(showEffect({ kind: "value.added", pointer: "/a", to: after })).toBe(
      "/a was added: a value too deep to show",
    );
    expect(() => jsonWorld(before)).toThrow("this world's value is not JSON");
    const wide = Array.from({ length: 200_000 }, (_, index) => index);
    expect(diffJson(wide, wide.toReversed())).toHaveLength(200_000);
  });
});

test("patterns and paths made to be slow are not", { timeout }, () => {
  expect(matchesGlob(`${"a".repeat(50_000)}.md`, "*a*a*a*a*a*b")).toBe(false);
  expect(matchesGlob(`${"a/".repeat(20_000)}c`, "**/a/**/a/**/a/**/a/**/a/**/b")).toBe(false);
  expect(() => confine("%25".repeat(300_000))).not.toThrow();
  expect(() => confine(`%${"25".repeat(300_000)}`)).not.toThrow();
  expect(() => confine("./".repeat(300_000))).toThrow(OutsideWorldError);
  expect(() => confine(`${". ".repeat(300_000)}x/..`)).toThrow(/^.{1,300}$/);
});
