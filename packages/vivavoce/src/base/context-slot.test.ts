import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { atRoot, contextSlot } from "./context-slot.ts";

test("a slot has its value in the work and in what the work starts, beside those of other slots", async () => {
  const name = contextSlot<string>();
  const count = contextSlot<number>();
  const values = () => [name.get(), count.get()];
  const later = async () => {
    await setImmediate();
    return values();
  };
  expect(values()).toEqual([undefined, undefined]);
  const started = name.run("a", () => count.run(1, () => [values(), later(), name.run("b", later), atRoot(values)]));
  expect(await Promise.all(started)).toEqual([
    ["a", 1],
    ["a", 1],
    ["b", 1],
    [undefined, undefined],
  ]);
  expect(values()).toEqual([undefined, undefined]);
});

test("a slot that was made later, or emptied, leaves the others as they are", () => {
  const name = contextSlot<string>();
  name.run("a", () => {
    const late = contextSlot<string>();
    expect(late.get()).toBeUndefined();
    expect(late.run("late", () => [name.get(), late.get()])).toEqual(["a", "late"]);
    expect(name.run(undefined, () => late.run("late", () => [name.get(), late.get()]))).toEqual([undefined, "late"]);
  });
});

test("a slot is entered together with another, which keeps its own values elsewhere", () => {
  const name = contextSlot<string>();
  const count = contextSlot<number>();
  const both = () => [name.get(), count.get()];
  count.run(1, () => {
    expect(name.run("a", both, count.of(2))).toEqual(["a", 2]);
    expect(name.run("a", both)).toEqual(["a", 1]);
    expect(both()).toEqual([undefined, 1]);
  });
});
