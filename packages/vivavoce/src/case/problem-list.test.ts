import { expect, test } from "vitest";
import { ProblemList } from "./scan-cases.ts";

test("problems beyond the limit are counted, not kept", () => {
  const list = new ProblemList(2, "more of them");
  expect(list.all).toEqual([]);
  list.add({ message: "a" });
  expect(list.full).toBe(false);
  list.add({ message: "b" });
  expect(list.full).toBe(true);
  expect(list.all).toEqual([{ message: "a" }, { message: "b" }]);
  list.add({ message: "c" });
  list.add({ message: "d" });
  expect(list.all).toEqual([{ message: "a" }, { message: "b" }, { message: "and 2 more of them" }]);
});

test("a last word has room when the list is full", () => {
  const list = new ProblemList(1, "more of them");
  list.add({ message: "a" });
  list.addLast({ message: "enough" });
  expect(list.all).toEqual([{ message: "a" }, { message: "enough" }]);
});
