import { describe, expect, test } from "vitest";
import { OutsideWorldError } from "vivavoce/world";
import { vaultWith } from "../testing/desk.ts";
import { vaultOf } from "./vault.ts";

test("a case without a vault has the four lists and nothing in them", () => {
  expect(vaultOf({ world: undefined }).snapshot()).toEqual({
    "Next actions.md": "# Next actions\n",
    "Someday.md": "# Someday\n",
    "Inbox.md": "",
    "Focus.md": "",
  });
});

test("projects and reviews are notes in folders of their own", () => {
  const vault = vaultWith({ projects: [{ title: "Garden" }], reviews: [{ name: "Friday", text: "1. Desk" }] });
  expect(vault.list()).toEqual([
    "Focus.md",
    "Inbox.md",
    "Next actions.md",
    "Projects/Garden.md",
    "Reviews/Friday.md",
    "Someday.md",
  ]);
});

test("the active protocol is known by its note", () => {
  const reviews = [{ name: "Friday", text: "1. Desk" }];
  expect(vaultWith({ reviews, protocolActive: "Friday" }).activeReview).toBe("Reviews/Friday.md");
  expect(vaultWith({ reviews }).activeReview).toBeUndefined();
});

test("two vaults of one case share nothing", () => {
  const testCase = { world: { inbox: ["one"] } };
  const first = vaultOf(testCase);
  const second = vaultOf(testCase);
  first.write("Inbox.md", "changed");
  expect(second.read("Inbox.md")).toBe("one\n");
});

test("a vault that the schema refuses is not built", () => {
  expect(() => vaultOf({ world: { projects: [{ title: "a/b" }] } })).toThrow(/cannot be the name of a note/);
});

describe("paths are confined", () => {
  const vault = vaultWith({ projects: [{ title: "Garden" }] });
  test.each(["../Inbox.md", "Projects/../../x.md", "/etc/passwd", "C:/x.md", "C:\\x.md", "Projects\\Garden.md"])(
    "%s",
    (path) => {
      expect(() => vault.read(path)).toThrow(OutsideWorldError);
      expect(() => vault.write(path, "x")).toThrow(OutsideWorldError);
      expect(() => vault.confine(path)).toThrow(OutsideWorldError);
    },
  );
});
