import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mulberry32 } from "../base/index.ts";
import * as stats from "./index.ts";

interface Vector {
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
}

const vectors = JSON.parse(
  readFileSync(new URL("./fixtures/statistics.json", import.meta.url), "utf8"),
) as readonly Vector[];

/** What our functions make of a vector's inputs, under the names of its outputs. */
type Reading = (inputs: Record<string, unknown>) => Record<string, unknown>;

interface Kind {
  read: Reading;
  /** Outputs that show another formula, or what anyone can compute from the rest: no function of ours returns them. */
  notReturned?: readonly string[];
  /** Seeded: every bit has to be the same. */
  exact?: true;
}

const kinds: Record<string, Kind> = {
  clt: {
    read: (inputs) => {
      const { ci, ...rest } = stats.mean(numbers(inputs.x));
      return { ...rest, t_lo: ci?.lo, t_hi: ci?.hi };
    },
    notReturned: ["z_lo", "z_hi", "t", "se_bernoulli"],
  },
  paired: {
    read: (inputs) => {
      const result = stats.pairedTest(numbers(inputs.A), numbers(inputs.B));
      return {
        n: result.n,
        diff: result.diff,
        se_paired: result.se,
        se_unpaired: result.unpairedSe,
        t: result.t,
        p_t: result.p,
        t_lo: result.ci?.lo,
        t_hi: result.ci?.hi,
        p_signflip_exact: result.signFlip,
      };
    },
    notReturned: ["meanA", "meanB", "p_z", "corr"],
  },
  mcnemar: {
    read: (inputs) => {
      const { exact, midP } = stats.mcnemar(number(inputs.b), number(inputs.c));
      return { p_exact: exact, p_mid: midP };
    },
    notReturned: ["discordant", "chi2", "p_chi2", "chi2_cc", "p_chi2_cc"],
  },
  repeats: {
    read: (inputs) => {
      const { mean, within, between, icc, se } = stats.repeats(inputs.rows as number[][]);
      return { mean, within, between, icc1: icc, se_correct: se };
    },
    notReturned: ["n", "K", "var_of_case_means", "se_wrong_iid", "se_K1", "se_Kinf"],
  },
  prng: {
    read: (inputs) => {
      const random = mulberry32(number(inputs.seed));
      return { first5: Array.from({ length: 5 }, () => random()) };
    },
    exact: true,
  },
  wilson: {
    read: (inputs) => {
      const [k, n] = [number(inputs.k), number(inputs.n)];
      const exact = stats.clopperPearson(k, n);
      return { ...stats.wilson(k, n), cp_lo: exact?.lo, cp_hi: exact?.hi };
    },
    notReturned: ["p", "centre", "wald_lo", "wald_hi"],
  },
  passk: { read: readPassK, notReturned: ["plugin_p_pow_k"] },
  mult: {
    read: (inputs) => ({ holm: stats.holm(numbers(inputs.p)) }),
    notReturned: ["bonferroni", "bh"],
  },
  nested: { read: (inputs) => ({ ...stats.varianceComponents(inputs.scores as number[][][]) }) },
  kappa: {
    read: readKappa,
    notReturned: [
      "n",
      "se_fce",
      "scott_pi",
      "fail_precision",
      "fail_recall",
      "fail_f1",
      "tpr_pass",
      "tnr_fail",
      "mcc",
      "gwet_ac1",
      "linear",
      "quadratic",
    ],
  },
  ppi: {
    read: (inputs) => {
      const { estimate, se, ci, lambda } = stats.ppi({
        labels: numbers(inputs.Y),
        judged: numbers(inputs.f),
        unlabelled: onesAndZeros(inputs.F),
      });
      return { lambda, ppipp: estimate, ppipp_se: se, ppipp_lo: ci?.lo, ppipp_hi: ci?.hi };
    },
    notReturned: ["n", "N", "human_only", "human_only_se", "judge_only", "ppi", "ppi_se"],
  },
};

/** `expectedScore` reads token probabilities, so it is tested where it lives. */
const elsewhere = ["geval.logprobs"];

describe("every vector", () => {
  test("is read by one of the kinds above or tested elsewhere", () => {
    const uncovered = vectors.map(({ id }) => id).filter((id) => !elsewhere.includes(id) && !kinds[kindOf(id)]);
    expect(uncovered).toEqual([]);
    expect(vectors.length).toBeGreaterThan(15);
  });

  for (const { id, inputs, outputs } of vectors.filter((vector) => !elsewhere.includes(vector.id))) {
    test(id, () => {
      const kind = kinds[kindOf(id)];
      if (kind === undefined) throw new Error(`no function reads the vector ${id}: add its kind`);
      const actual = kind.read(inputs);
      const expectedNames = Object.keys(outputs).filter((name) => !kind.notReturned?.includes(name));
      expect(expectedNames.filter((name) => !(name in actual))).toEqual([]);
      expect(expectedNames.length).toBeGreaterThan(0);
      for (const name of expectedNames) expectSame(`${id} ${name}`, actual[name], outputs[name], kind.exact === true);
    });
  }
});

function expectSame(what: string, actual: unknown, expected: unknown, exact: boolean): void {
  if (Array.isArray(expected)) {
    expect(actual, what).toHaveLength(expected.length);
    for (const [index, value] of expected.entries()) expectSame(what, (actual as unknown[])[index], value, exact);
    return;
  }
  if (typeof expected === "number" && !exact) expect(actual, what).toBeCloseTo(expected, 9);
  else expect(actual, what).toBe(expected);
}

function readPassK(inputs: Record<string, unknown>): Record<string, unknown> {
  const n = number(inputs.n);
  const passes = Array.isArray(inputs.c) ? numbers(inputs.c) : [number(inputs.c)];
  const overCases = (value: (c: number, k: number) => number | undefined) =>
    numbers(inputs.k).map((k) => stats.mean(passes.map((c) => number(value(c, k)))).mean);
  return {
    pass_at: overCases((c, k) => stats.passAtK(n, c, k)),
    pass_hat: overCases((c, k) => stats.passHatK(n, c, k)),
  };
}

function readKappa(inputs: Record<string, unknown>): Record<string, unknown> {
  const table = inputs.table as number[][];
  const { kappa, se, observed, expected } = stats.cohenKappa(table);
  return {
    kappa,
    unweighted: kappa,
    se_simple: se,
    po: observed,
    pe: expected,
  };
}

function kindOf(id: string): string {
  return id.split(".")[0] ?? id;
}

/** A number, or a fraction such as "1/9". */
function number(value: unknown): number {
  if (typeof value === "number") return value;
  const [over, under] = String(value).split("/").map(Number);
  if (over === undefined || under === undefined) throw new Error(`not a number or a fraction: ${value}`);
  return over / under;
}

function numbers(value: unknown): number[] {
  if (!Array.isArray(value)) throw new Error(`not a list of numbers: ${value}`);
  return value.map(number);
}

/** Scores, or in words: "140 ones, 60 zeros". */
function onesAndZeros(value: unknown): number[] {
  if (typeof value !== "string") return numbers(value);
  const [ones, zeros] = value.match(/\d+/g)?.map(Number) ?? [];
  return [...new Array<number>(ones ?? 0).fill(1), ...new Array<number>(zeros ?? 0).fill(0)];
}
