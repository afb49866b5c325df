import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { understand } from "./understand.ts";

test("a first line gives all that it holds", () => {
  expect(understand("Hi, this is Maria, my AC has been blowing warm since yesterday")).toMatchObject({
    hazard: { kind: "none" },
    intent: { kind: "service" },
    facts: {
      customer_name: "Maria",
      equipment: "air conditioner",
      problem_description: "blowing warm air",
      problem_duration: "since yesterday",
    },
  });
});

describe("what was asked decides what a bare word means", () => {
  test("a name", () => {
    expect(understand("dave").facts.customer_name).toBeUndefined();
    expect(understand("dave", "customer_name").facts.customer_name).toBe("Dave");
  });

  test("a street", () => {
    expect(understand("4210 south lamar").facts.service_address).toBeUndefined();
    expect(understand("4210 south lamar", "service_address").facts.service_address).toBe("4210 south lamar");
  });

  test("a time", () => {
    expect(understand("tomorrow morning").timing).toBeUndefined();
    expect(understand("tomorrow morning", "preferred_time").timing).toMatchObject({ tier: "routine" });
  });

  test("a problem", () => {
    expect(understand("the upstairs zone acts up").facts.problem_description).toBeUndefined();
    expect(understand("the upstairs zone acts up", "problem_description").facts.problem_description).toBeDefined();
  });
});

test("who refuses a name does not give one", () => {
  const reading = understand("No names please", "customer_name");
  expect(reading.refuses).toBe(true);
  expect(reading.facts.customer_name).toBeUndefined();
});

describe("a correction", () => {
  test.each(["Actually, it's 12 Elm St", "the name is wrong", "No, it's 4201, not 4210", "make it Thursday instead"])(
    "says what is wrong or what is right: %s",
    (line) => {
      expect(understand(line, "preferred_time").correction).toBeDefined();
    },
  );

  test.each(["Actually, no", "Wait, that's not right"])("is none where it says neither: %s", (line) => {
    expect(understand(line).correction).toBeUndefined();
  });
});

test("whatever a caller says, it is read without a throw, and the same each time", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" })), (line) => {
      expect(understand(line)).toEqual(understand(line));
    }),
  );
});

test("a line without end comes to one", () => {
  const line = "no smell of any kind or ".repeat(5_000);
  expect(understand(line, "service_address").hazard).toEqual({ kind: "none" });
});
