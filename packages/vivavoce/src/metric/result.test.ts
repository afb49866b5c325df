import { expect, test } from "vitest";
import { check } from "../shape/index.ts";
import { allOf, shareOf } from "./types.ts";

const held = check("polite", true, "it says please");
const missed = check("short", false, "it takes 40 words", { label: "is short", verdict: "long" });

test("a check needs an id, a verdict and a reason; the rest follows, or is given", () => {
  expect(held).toEqual({
    id: "polite",
    label: "polite",
    verdict: "yes",
    ok: true,
    reason: "it says please",
    evidence: [],
  });
  expect(missed).toMatchObject({ label: "is short", verdict: "long", ok: false });
});

test("all checks have to hold, or their share counts", () => {
  expect(allOf([held, held])).toMatchObject({ status: "scored", value: 1 });
  expect(allOf([held, missed])).toMatchObject({ status: "scored", value: 0, checks: [held, missed] });
  expect(shareOf([held, missed, held, held])).toMatchObject({ status: "scored", value: 3 / 4 });
});

test("without a check there is no value: what was not checked does not count as right", () => {
  expect(allOf([])).toEqual({ status: "skipped", reason: "there was nothing to check" });
  expect(shareOf([])).toEqual(allOf([]));
});
