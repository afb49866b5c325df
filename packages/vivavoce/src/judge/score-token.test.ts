import { describe, expect, test } from "vitest";
import type { TokenLogprob } from "../model/index.ts";
import { scoreProbabilities } from "./rate.ts";

const token = (text: string, top: Record<string, number> = {}, probability = 0.5): TokenLogprob => ({
  token: text,
  logprob: Math.log(probability),
  top: Object.entries(top).map(([name, share]) => ({ token: name, logprob: Math.log(share) })),
});
const rounded = (probabilities: Record<string, number> | undefined) =>
  probabilities &&
  Object.fromEntries(Object.entries(probabilities).map(([key, value]) => [key, Math.round(value * 1e9) / 1e9]));

describe("the score's own token", () => {
  test("gives the probabilities of all points among its alternatives", () => {
    const logprobs = [token("4", { "4": 0.6, "3": 0.3, good: 0.05, "9": 0.05 })];
    expect(rounded(scoreProbabilities(logprobs, 4, [1, 5]))).toEqual({ "3": 0.3, "4": 0.6 });
  });

  test("counts “4” and “ 4” together", () => {
    const logprobs = [token(" 4", { " 4": 0.5, "4": 0.25, " 5": 0.125, "5": 0.125 })];
    expect(rounded(scoreProbabilities(logprobs, 4, [1, 5]))).toEqual({ "4": 0.75, "5": 0.25 });
  });

  test("is found from the end, past what comes after it", () => {
    const logprobs = [token("2", { "2": 1 }), token(" of"), token(" 4", { " 4": 0.9 }), token("."), token("\n")];
    expect(rounded(scoreProbabilities(logprobs, 4, [1, 5]))).toEqual({ "4": 0.9 });
  });

  test("is the one that was answered, not another number", () => {
    const logprobs = [token("4", { "4": 0.9 }), token("/"), token("5", { "5": 1 })];
    expect(rounded(scoreProbabilities(logprobs, 4, [1, 5]))).toEqual({ "4": 0.9 });
  });

  test("is the first of two in “5/5”, whose second is always the upper end", () => {
    const first = token("5", { "5": 0.6, "2": 0.4 });
    const end = (text: string) => token(text, { [text]: 1 });
    for (const rest of [
      [token("/"), end("5")],
      [token(" /"), end(" 5"), token("."), token("\n")],
      [token(" out"), token(" of"), end(" 5")],
      [token(" of "), end("5")],
    ]) {
      expect(rounded(scoreProbabilities([first, ...rest], 5, [1, 5]))).toEqual({ "2": 0.4, "5": 0.6 });
    }
  });

  test("is the first of “10/10”, too", () => {
    const logprobs = [token("10", { "10": 0.6, "2": 0.4 }), token("/"), token("10", { "10": 1 })];
    expect(rounded(scoreProbabilities(logprobs, 10, [1, 10]))).toEqual({ "2": 0.4, "10": 0.6 });
  });

  test("is not one of a thought, even if a score out of 5 stands there", () => {
    const thought = [token("5", { "5": 1 }), token("/"), token("5", { "5": 1 }), token("</think>")];
    const logprobs = [...thought, token("5", { "5": 0.6, "2": 0.4 })];
    expect(rounded(scoreProbabilities(logprobs, 5, [1, 5]))).toEqual({ "2": 0.4, "5": 0.6 });
  });

  test("may be 0, which is the first digit of no longer point", () => {
    expect(rounded(scoreProbabilities([token("0", { "0": 0.6, "5": 0.4 })], 0, [0, 5]))).toEqual({
      "0": 0.6,
      "5": 0.4,
    });
  });

  test("counts itself where the alternatives leave it out, and not twice where they do not", () => {
    expect(rounded(scoreProbabilities([token("4", { "3": 0.2 }, 0.7)], 4, [1, 5]))).toEqual({ "3": 0.2, "4": 0.7 });
    expect(rounded(scoreProbabilities([token("4", { "4": 0.7, "3": 0.2 }, 0.7)], 4, [1, 5]))).toEqual({
      "3": 0.2,
      "4": 0.7,
    });
  });
});

describe("there are no probabilities", () => {
  test("where none came", () => {
    expect(scoreProbabilities(undefined, 4, [1, 5])).toBeUndefined();
    expect(scoreProbabilities([], 4, [1, 5])).toBeUndefined();
  });

  test("where the provider names no alternatives: one answer is not an average", () => {
    expect(scoreProbabilities([token("5", {}, 0.4)], 5, [1, 5])).toBeUndefined();
  });

  test("where a token may be the first digit of a longer point", () => {
    const digits = [token("9", { "9": 0.6, "1": 0.4 })];
    expect(scoreProbabilities(digits, 9, [1, 10])).toBeUndefined();
    expect(rounded(scoreProbabilities(digits, 9, [1, 9]))).toEqual({ "1": 0.4, "9": 0.6 });
    // A model that has a token for 10 means 1 when it writes 1.
    const whole = [token("9", { "9": 0.6, "10": 0.3, "1": 0.1 })];
    expect(rounded(scoreProbabilities(whole, 9, [1, 10]))).toEqual({ "1": 0.1, "9": 0.6, "10": 0.3 });
  });

  test("where the score is spread over two tokens", () => {
    expect(scoreProbabilities([token("1", { "1": 1 }), token("0", { "0": 1 })], 10, [0, 10])).toBeUndefined();
    expect(scoreProbabilities([token("-"), token("2", { "2": 1 })], -2, [-2, 2])).toBeUndefined();
  });
});
