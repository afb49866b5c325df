import { describe, expect, test } from "vitest";
import type { Effect } from "../shape/index.ts";
import { worldFacts } from "./record.ts";

const effect: Effect = { kind: "value.set", pointer: "/status", from: "live", to: "archived" };
const changed = { world: { opening: "Garden: live", closing: "Garden: archived", effects: [effect] } };
const unchanged = { world: { opening: "Garden: live", closing: "Garden: live", effects: [] } };

describe("the world as facts", () => {
  test("is left out where nobody asks, or nobody can see it", () => {
    expect(worldFacts(changed)).toEqual([]);
    expect(worldFacts(changed, "none")).toEqual([]);
    expect(worldFacts({}, "before-and-after")).toEqual([]);
  });

  test("before: the outline as it was", () => {
    expect(worldFacts(changed, "before").map(({ id, text }) => [id, text])).toEqual([["world-before", "Garden: live"]]);
  });

  test("before and after: both outlines and what changed", () => {
    const facts = worldFacts(changed, "before-and-after");
    expect(facts.map(({ id }) => id)).toEqual(["world-before", "world-after", "world-changes"]);
    expect(facts[1]?.text).toBe("Garden: archived");
    expect(facts[2]?.text).toContain("archived");
  });

  test("a world that stayed as it was is shown once, and that is said", () => {
    expect(worldFacts(unchanged, "before-and-after").map(({ text }) => text)).toEqual([
      "Garden: live",
      "Nothing changed in the world during the conversation.",
    ]);
  });

  test("an empty outline is not a fact", () => {
    expect(worldFacts({ world: { opening: " ", closing: " ", effects: [] } }, "before")).toEqual([]);
  });
});
