import { expect, test } from "vitest";
import {
  focusNote,
  focusText,
  inboxNote,
  itemsOf,
  nextActionsNote,
  readReview,
  reviewNote,
  somedayNote,
} from "./list-notes.ts";

test("each list has its own form", () => {
  expect(nextActionsNote(["Buy stamps"])).toBe("# Next actions\n\n- [ ] Buy stamps\n");
  expect(somedayNote(["Learn Spanish"])).toBe("# Someday\n\n- [ ] Learn Spanish\n");
  expect(inboxNote(["Call Ada", "Idea"])).toBe("Call Ada\nIdea\n");
  expect(focusNote([focusText("Call Ada", "Lab")])).toBe("- [ ] Call Ada ([[Lab]])\n");
});

test("an empty list is its heading, or nothing", () => {
  expect(nextActionsNote([])).toBe("# Next actions\n");
  expect(somedayNote([])).toBe("# Someday\n");
  expect(inboxNote([])).toBe("");
  expect(focusNote([])).toBe("");
});

test("items are read from bullets, boxes and bare lines alike", () => {
  expect(itemsOf("# Someday\n\n- one\n* two\n- [ ] three\nfour\n\n")).toEqual(["one", "two", "three", "four"]);
});

test("a review is read back with its steps and spheres", () => {
  const review = { name: "Friday", text: "1. Desk\n2. Projects\n", spheres: ["work"] };
  expect(readReview(reviewNote(review))).toEqual({ text: "1. Desk\n2. Projects", spheres: ["work"] });
  expect(readReview(reviewNote({ name: "Friday", text: "1. Desk" }))).toEqual({ text: "1. Desk", spheres: [] });
});
