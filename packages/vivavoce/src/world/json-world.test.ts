import { describe, expect, test } from "vitest";
import type { JsonValue } from "../base/index.ts";
import { jsonWorld } from "./json-world.ts";

const clinic = () => jsonWorld({ booked: [{ id: "a", slot: "9:00" }] });

describe("a JSON world", () => {
  test("is changed in place by an update", () => {
    const world = clinic();
    world.update((value) => {
      value.booked.push({ id: "b", slot: "10:00" });
    });
    expect(world.value.booked.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("takes the value that an update returns", () => {
    const world = clinic();
    world.update(() => ({ booked: [] }));
    expect(world.value).toEqual({ booked: [] });
  });

  test("takes null where an update returns it", () => {
    const world = jsonWorld<JsonValue>({ a: 1 });
    world.update(() => null);
    expect(world.value).toBeNull();
  });

  test("is as before when an update throws half-way", () => {
    const world = clinic();
    expect(() =>
      world.update((value) => {
        value.booked.pop();
        throw new Error("slot taken");
      }),
    ).toThrow("slot taken");
    expect(world.value.booked).toHaveLength(1);
  });

  test("shares nothing with what it was given or gives out", () => {
    const opening = { list: [1] };
    const world = jsonWorld(opening);
    const before = world.snapshot() as typeof opening;
    const returned = { list: [5] };
    opening.list.push(2);
    world.value.list.push(3);
    before.list.push(4);
    expect(world.value).toEqual({ list: [1] });
    world.update(() => returned);
    returned.list.push(6);
    expect(world.value).toEqual({ list: [5] });
  });

  test("diffs its snapshots into effects", () => {
    const world = clinic();
    const before = world.snapshot();
    world.update((value) => {
      for (const appointment of value.booked) appointment.slot = "11:00";
    });
    expect(world.diff(before, world.snapshot())).toEqual([
      { kind: "value.set", pointer: "/booked/0/slot", from: "9:00", to: "11:00" },
    ]);
  });

  test("is its JSON in words", () => {
    expect(jsonWorld({ a: [1] }).outline()).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  test("refuses a value that is not JSON, and keeps the one it has", () => {
    const world = jsonWorld<JsonValue>({ a: 1 });
    const cycle: { [key: string]: JsonValue } = {};
    cycle.self = cycle;
    expect(() => world.update(() => cycle)).toThrow("this world's value is not JSON");
    expect(world.value).toEqual({ a: 1 });
  });
});
