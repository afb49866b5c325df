import { describe, expect, test } from "vitest";
import { showVariant, variantTitle } from "../shape/index.ts";
import { problemsOf } from "./temporary-project.test-helper.ts";
import { chooseVariants } from "./variants.ts";

const offered = { prompt: ["v2", "v1"], mode: ["fast", "careful"] };

describe("choosing variants", () => {
  test("a suite without variants has one choice", () => {
    expect(chooseVariants()).toEqual([{}]);
    expect(chooseVariants({})).toEqual([{}]);
  });

  test("without a wish each stays at its first value", () => {
    expect(chooseVariants(offered)).toEqual([{ prompt: "v2", mode: "fast" }]);
  });

  test("one wish changes one variant", () => {
    expect(chooseVariants(offered, { mode: ["careful"] })).toEqual([{ prompt: "v2", mode: "careful" }]);
  });

  test("several values give every combination, each once", () => {
    expect(chooseVariants(offered, { prompt: ["v1", "v2"], mode: ["fast", "careful"] })).toEqual([
      { prompt: "v1", mode: "fast" },
      { prompt: "v2", mode: "fast" },
      { prompt: "v1", mode: "careful" },
      { prompt: "v2", mode: "careful" },
    ]);
  });

  test("a fault is a variant of every suite, and without one the variant is as it was", () => {
    expect(chooseVariants({ prompt: ["v2"] }, { fault: ["none", "slow"] })).toEqual([
      { prompt: "v2" },
      { prompt: "v2", fault: "slow" },
    ]);
  });

  test("a value asked for twice is played once", () => {
    expect(chooseVariants(offered, { prompt: ["v1", "v1"] })).toEqual([{ prompt: "v1", mode: "fast" }]);
  });

  test.each(["__proto__", "constructor", "toString"])("a variant may be called %s", (name) => {
    const strange = JSON.parse(`{${JSON.stringify(name)}: ["a", "b"]}`) as Record<string, string[]>;
    expect(chooseVariants(strange).map((choice) => Object.entries(choice))).toEqual([[[name, "a"]]]);
  });

  test("a variant that the suite does not have is refused, with those it has", async () => {
    expect(await problemsOf(() => chooseVariants(offered, { promt: ["v1"] }))).toEqual([
      { message: "there is no variant promt in the suite", remedy: "Did you mean prompt?" },
    ]);
    expect(await problemsOf(() => chooseVariants({}, { constructor: ["v1"] }))).toEqual([
      { message: "there is no variant constructor in the suite", remedy: "The only one is fault." },
    ]);
  });

  test("a value that the variant does not have is refused, with those it has", async () => {
    expect(await problemsOf(() => chooseVariants(offered, { prompt: ["v2", "v3"] }))).toEqual([
      { message: "there is no value v3 of variant prompt", remedy: "Name one of v2, v1." },
    ]);
  });
});

test("a choice in words", () => {
  expect(showVariant({ prompt: "v2", mode: "fast" })).toBe("prompt v2, mode fast");
  expect(showVariant({})).toBe("");
});

test("a variant without a choice has a title beside those with a fault", () => {
  expect([variantTitle({}), variantTitle({ fault: "slow" })]).toEqual(["no fault", "fault slow"]);
});
