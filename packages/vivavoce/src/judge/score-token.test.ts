import { describe, expect, test } from "vitest";
import type { TokenLogprob } from "../model/index.ts";
import type { Scale } from "./rate.ts";
import { rated } from "./testing-judge.test-helper.ts";

const token = (text: string, top: Record<string, number> = {}, probability = 0.5): TokenLogprob => ({
  token: text,
  logprob: Math.log(probability),
  top: Object.entries(top).map(([name, share]) => ({ token: name, logprob: Math.log(share) })),
});
const figures = (value: number, mass: number, sd: number) =>
  [value, mass, sd].map((figure) => Math.round(figure * 1e9) / 1e9);

/** The figures of the rating; undefined if the log-probabilities do not tell it. */
async function ratingBy(logprobs: readonly TokenLogprob[] | undefined, score: number, scale: Scale) {
  const { mode, value, mass, sd } = await rated(score, logprobs, scale);
  return mode === "sampled" ? undefined : figures(value, mass, sd);
}

/** The same, from the probabilities of the points. */
function ofPoints(probabilities: Record<number, number>) {
  const points = Object.entries(probabilities).map(([point, share]) => ({ point: Number(point), share }));
  const mass = points.reduce((sum, { share }) => sum + share, 0);
  const value = points.reduce((sum, { point, share }) => sum + point * share, 0) / mass;
  const variance = points.reduce((sum, { point, share }) => sum + share * (point - value) ** 2, 0) / mass;
  return figures(value, mass, Math.sqrt(variance));
}

describe("the score's own token", () => {
  test("gives the probabilities of all points among its alternatives", async () => {
    const logprobs = [token("4", { "4": 0.6, "3": 0.3, good: 0.05, "9": 0.05 })];
    expect(await ratingBy(logprobs, 4, [1, 5])).toEqual(ofPoints({ "3": 0.3, "4": 0.6 }));
  });

  test("counts “4” and “ 4” together", async () => {
    const logprobs = [token(" 4", { " 4": 0.5, "4": 0.25, " 5": 0.125, "5": 0.125 })];
    expect(await ratingBy(logprobs, 4, [1, 5])).toEqual(ofPoints({ "4": 0.75, "5": 0.25 }));
  });

  test("is found from the end, past what comes after it", async () => {
    const logprobs = [token("2", { "2": 1 }), token(" of"), token(" 4", { " 4": 0.9 }), token("."), token("\n")];
    expect(await ratingBy(logprobs, 4, [1, 5])).toEqual(ofPoints({ "4": 0.9 }));
  });

  test("is the one that was answered, not another number", async () => {
    const logprobs = [token("4", { "4": 0.9 }), token("/"), token("5", { "5": 1 })];
    expect(await ratingBy(logprobs, 4, [1, 5])).toEqual(ofPoints({ "4": 0.9 }));
  });

  test("is the first of two in “5/5”, whose second is always the upper end", async () => {
    const first = token("5", { "5": 0.6, "2": 0.4 });
    const end = (text: string) => token(text, { [text]: 1 });
    for (const rest of [
      [token("/"), end("5")],
      [token(" /"), end(" 5"), token("."), token("\n")],
      [token(" out"), token(" of"), end(" 5")],
      [token(" of "), end("5")],
    ]) {
      expect(await ratingBy([first, ...rest], 5, [1, 5])).toEqual(ofPoints({ "2": 0.4, "5": 0.6 }));
    }
  });

  test("is the first of “10/10”, too", async () => {
    const logprobs = [token("10", { "10": 0.6, "2": 0.4 }), token("/"), token("10", { "10": 1 })];
    expect(await ratingBy(logprobs, 10, [1, 10])).toEqual(ofPoints({ "2": 0.4, "10": 0.6 }));
  });

  test("is not one of a thought, even if a score out of 5 stands there", async () => {
    const thought = [token("5", { "5": 1 }), token("/"), token("5", { "5": 1 }), token("</think>")];
    const logprobs = [...thought, token("5", { "5": 0.6, "2": 0.4 })];
    expect(await ratingBy(logprobs, 5, [1, 5])).toEqual(ofPoints({ "2": 0.4, "5": 0.6 }));
  });

  test("may be 0, which is the first digit of no longer point", async () => {
    expect(await ratingBy([token("0", { "0": 0.6, "5": 0.4 })], 0, [0, 5])).toEqual(
      ofPoints({
        "0": 0.6,
        "5": 0.4,
      }),
    );
  });

  test("counts itself where the alternatives leave it out, and not twice where they do not", async () => {
    expect(await ratingBy([token("4", { "3": 0.2 }, 0.7)], 4, [1, 5])).toEqual(ofPoints({ "3": 0.2, "4": 0.7 }));
    expect(await ratingBy([token("4", { "4": 0.7, "3": 0.2 }, 0.7)], 4, [1, 5])).toEqual(
      ofPoints({
        "3": 0.2,
        "4": 0.7,
      }),
    );
  });
});

describe("there are no probabilities", () => {
  test("where none came", async () => {
    expect(await ratingBy(undefined, 4, [1, 5])).toBeUndefined();
    expect(await ratingBy([], 4, [1, 5])).toBeUndefined();
  });

  test("where the provider names no alternatives: one answer is not an average", async () => {
    expect(await ratingBy([token("5", {}, 0.4)], 5, [1, 5])).toBeUndefined();
  });

  test("where a token may be the first digit of a longer point", async () => {
    const digits = [token("9", { "9": 0.6, "1": 0.4 })];
    expect(await ratingBy(digits, 9, [1, 10])).toBeUndefined();
    expect(await ratingBy(digits, 9, [1, 9])).toEqual(ofPoints({ "1": 0.4, "9": 0.6 }));
    // A model that has a token for 10 means 1 when it writes 1.
    const whole = [token("9", { "9": 0.6, "10": 0.3, "1": 0.1 })];
    expect(await ratingBy(whole, 9, [1, 10])).toEqual(ofPoints({ "1": 0.1, "9": 0.6, "10": 0.3 }));
  });

  test("where the score is spread over two tokens", async () => {
    expect(await ratingBy([token("1", { "1": 1 }), token("0", { "0": 1 })], 10, [0, 10])).toBeUndefined();
    expect(await ratingBy([token("-"), token("2", { "2": 1 })], -2, [-2, 2])).toBeUndefined();
  });
});
