import { expect, test } from "vitest";
import { Members } from "./members.ts";

test("members leave in any order, and those that stay keep theirs", () => {
  const [first, second, third] = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const members = new Members<{ id: number }>();
  members.add(first);
  members.add(second);
  members.add(third);
  members.delete(first);
  members.add(first);
  expect([...members]).toEqual([second, third, first]);
});

test("removing somebody who never came changes nothing", () => {
  const members = new Members<string>();
  members.add("a");
  members.delete("b");
  expect([...members]).toEqual(["a"]);
});

test("a visit misses nobody if those who were visited leave", () => {
  const members = new Members<string>();
  for (const name of ["a", "b", "c"]) members.add(name);
  const visited: string[] = [];
  for (const name of members) {
    visited.push(name);
    members.delete(name);
  }
  expect(visited).toEqual(["a", "b", "c"]);
  expect([...members]).toEqual([]);
});
