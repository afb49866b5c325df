import { expect, test } from "vitest";
import { vaultWith } from "../testing/desk.ts";
import { outlineOf } from "./outline.ts";

test("the outline names everything that the coach may speak of, with the lines that tools ask for", () => {
  const vault = vaultWith({
    projects: [
      { title: "House", priority: 1 },
      {
        title: "Roof",
        sphere: "home",
        status: "hold",
        parentProject: "House",
        description: "Dry\nby May.",
        milestones: ["Quote", "Start"],
        nextActions: ["Call the roofer"],
        waiting: ["Quote of the roofer"],
        done: ["Measure"],
      },
    ],
    nextActions: ["Buy stamps"],
    focus: ["Call the roofer ([[Roof]])"],
    inbox: ["Idea: solar"],
    somedayItems: ["Learn Spanish"],
    reviews: [{ name: "Friday", text: "1. Desk" }],
  });
  expect(outlineOf(vault)).toBe(`## Projects
- Projects/House.md: live, sphere personal, priority 1, since 2025-01-01
  Description: Project description
  (no open next action)
- Projects/Roof.md: hold, sphere home, priority 2, since 2025-01-01, part of House
  Description: Dry by May.
  Milestones: Quote; Start
  - open: Call the roofer (line 21)
  - waiting: Quote of the roofer (line 22)
  - done: Measure (line 23)

## Next actions.md
- open: Buy stamps (line 3)

## Focus.md (picked for this week)
- open: Call the roofer ([[Roof]]) (line 1)

## Inbox.md
- Idea: solar

## Someday.md
- Learn Spanish

## Reviews
- Reviews/Friday.md`);
});

test("an empty vault says so, list by list", () => {
  expect(outlineOf(vaultWith({})).match(/\(empty\)/g)).toHaveLength(5);
});

test("a note that is gone is an empty list", () => {
  const vault = vaultWith({ inbox: ["one"] });
  vault.remove("Inbox.md");
  expect(outlineOf(vault)).toContain("## Inbox.md\n(empty)");
});

test("a filter is for projects; the lists stay", () => {
  const vault = vaultWith({
    projects: [{ title: "A", sphere: "work" }, { title: "B", sphere: "work", status: "hold" }, { title: "C" }],
    inbox: ["one"],
  });
  const outline = outlineOf(vault, { spheres: ["work"], statuses: ["live"] });
  expect(outline).toContain("Projects/A.md");
  expect(outline).not.toMatch(/Projects\/[BC]\.md/);
  expect(outline).toContain("- one");
});
