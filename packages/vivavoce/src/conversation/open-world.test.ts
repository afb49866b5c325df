import { describe, expect, test } from "vitest";
import { InfrastructureError } from "../base/index.ts";
import { type Case, type CaseInput, caseSchema, type World } from "../shape/index.ts";
import { jsonWorld, markdownWorld } from "../world/index.ts";
import { openWorld } from "./open-world.ts";

const caseOf = (more: Partial<CaseInput> = {}): Case =>
  caseSchema.parse({ id: "case", script: [{ content: "Hello" }], ...more });

/** What a suite's author is told. */
function problemWith(make: (testCase: Case) => unknown, testCase = caseOf()): InfrastructureError {
  try {
    openWorld(make as (testCase: Case) => World, testCase);
  } catch (error) {
    if (error instanceof InfrastructureError) return error;
  }
  throw new Error("expected an InfrastructureError");
}

describe("a world is made", () => {
  test("where the suite has a function for it", () => {
    const world = jsonWorld({});
    expect(openWorld(() => world, caseOf())).toBe(world);
    expect(openWorld(() => markdownWorld({}), caseOf())).toHaveProperty("read");
    expect(openWorld(undefined, caseOf())).toBeUndefined();
  });

  test("by a class as well", () => {
    class Shop implements World {
      snapshot = () => null;
      diff() {
        return [];
      }
    }
    expect(openWorld(() => new Shop(), caseOf())).toBeInstanceOf(Shop);
  });
});

describe("what is not a world is refused with what to write instead", () => {
  test.each<[string, unknown, string]>([
    ["nothing", undefined, "undefined"],
    ["null", null, "null"],
    ["a number", 42, "42"],
    ["a text", "vault", "the text “vault”"],
    ["the state itself", { notes: {} }, "an object with notes"],
    ["half a world", { snapshot: () => null }, "an object with snapshot"],
    ["a world whose diff is not a function", { snapshot: () => null, diff: [] }, "an object with snapshot, diff"],
  ])("%s", (_name, made, shown) => {
    const { message, remedy } = problemWith(() => made);
    expect(message).toBe(
      `the world of this case could not be made: the suite's world function returned ${shown}, which is not a world`,
    );
    expect(remedy).toMatch(/^A world needs snapshot\(\) and diff\(before, after\).*jsonWorld/);
  });

  test("a promise, and its rejection is not reported as unhandled", async () => {
    for (const make of [async () => jsonWorld({}), async () => Promise.reject(new Error("too late"))]) {
      const { message, remedy } = problemWith(make);
      expect(message).toContain("the suite's world function returned a promise, which is not a world");
      expect(remedy).toMatch(/without async: load what it needs/);
    }
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe("a function that throws is named, and its words are kept", () => {
  const readsWorld = ({ world }: Case) => jsonWorld((world as { notes: string }).notes);

  test("where the case has no world, that is said", () => {
    const { message, remedy, cause } = problemWith(readsWorld);
    expect(message).toBe(
      "the world of this case could not be made: the suite's world function failed, and the case has no `world`: Cannot read properties of undefined (reading 'notes')",
    );
    expect(remedy).toBe("If the function reads `world` of the case, give the case one.");
    expect(cause).toBeInstanceOf(TypeError);
  });

  test("where it has one, it is not", () => {
    const { message, remedy } = problemWith(
      () => {
        throw new Error("no such vault");
      },
      caseOf({ world: { notes: "a" } }),
    );
    expect(message).toBe("the world of this case could not be made: the suite's world function failed: no such vault");
    expect(remedy).toBeUndefined();
    expect(openWorld(readsWorld, caseOf({ world: { notes: "a" } }))).toHaveProperty("value", "a");
  });
});
