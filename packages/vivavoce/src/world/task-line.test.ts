import { describe, expect, test } from "vitest";
import { parseNote, tasksOf } from "./note.ts";

/** What a line says below an item, where it may be indented as it likes. */
function taskIn(line: string) {
  const [task] = tasksOf(parseNote(`- Above\n${line}`));
  if (!task) return undefined;
  const { number: _number, section: _section, parent: _parent, kind: _kind, ...said } = task;
  return said;
}

describe("a task line", () => {
  test.each([
    ["- [ ] Call", { box: "open", text: "Call" }],
    ["* [x] Call", { box: "done", text: "Call" }],
    ["+ [X] Call", { box: "done", text: "Call" }],
    ["1. [w] Call", { box: "waiting", text: "Call", numbered: true }],
    ["12) [W] Call", { box: "W", text: "Call", numbered: true }],
    ["- [?] Call", { box: "?", text: "Call" }],
    ["- [😀] Call", { box: "😀", text: "Call" }],
    ["\t  - [ ]   Call   the\tvendor ", { box: "open", text: "Call the vendor" }],
    ["- [\t] Call", { box: "open", text: "Call" }],
    ["- [ ]", { box: "open", text: "" }],
    ["- []] Call", { box: "]", text: "Call" }],
    ["- [ ] [x] Call", { box: "open", text: "[x] Call" }],
    ["- [ ] one\u2028two", { box: "open", text: "one two" }],
  ])("%j says %j", (line, task) => {
    expect(taskIn(line)).toEqual(task);
  });

  test.each([
    ["Call"],
    ["- Call"],
    ["[ ] Call"],
    ["-[ ] Call"],
    ["- [x](https://example.org)"],
    ["- [ ]Call"],
    ["- [] Call"],
    ["- [xx] Call"],
    ["> - [ ] Call"],
    ["a. [ ] Call"],
    ["1234567890. [ ] Call"],
    ["- [[Project]]"],
  ])("is not %j", (line) => {
    expect(taskIn(line)).toBeUndefined();
  });
});

test.each([
  [" ", "open"],
  ["w", "waiting"],
  ["x", "done"],
  ["X", "done"],
  ["/", "/"],
])("a box with %j in it is called %s", (character, name) => {
  expect(taskIn(`- [${character}] Call`)?.box).toBe(name);
});
