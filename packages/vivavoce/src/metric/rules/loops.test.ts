import { describe, expect, test } from "vitest";
import { call, scoredOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { loops } from "./loops.ts";

const find = (query = "x") => call("find", { query });
const score = (exchanges: Parameters<typeof transcriptOf>[0], options: Parameters<typeof loops>[0] = {}) =>
  scoredOf(loops(options), transcriptOf(exchanges));

describe("the same call", () => {
  test("three times is fine, four times is a loop", async () => {
    expect((await score([[find(), find(), find()]])).value).toBe(1);
    const { value, checks } = await score([
      [find(), find()],
      [find(), find()],
    ]);
    expect(value).toBe(0);
    expect(checks[0]?.reason).toBe('find({"query":"x"}) was made 4 times, at most 3 allowed');
    expect(checks[0]?.evidence.map(({ exchange }) => exchange)).toEqual([1, 1, 2, 2]);
  });

  test("sameCalls sets how many are allowed", async () => {
    expect((await score([[find(), find()]], { sameCalls: 1 })).value).toBe(0);
    expect((await score([Array.from({ length: 9 }, () => find())], { sameCalls: 9 })).value).toBe(1);
  });

  test("other arguments make another call, another order of keys does not", async () => {
    expect((await score([["a", "b", "c", "d"].map(find)])).value).toBe(1);
    const ab = call("f", { a: 1, b: 2 });
    const ba = call("f", { b: 2, a: 1 });
    expect((await score([[ab, ba]], { sameCalls: 1 })).value).toBe(0);
  });

  test("broken arguments are told apart by their text", async () => {
    const broken = (raw: string) => call("f", {}, { raw });
    expect((await score([[broken("{a"), broken("{b")]], { sameCalls: 1 })).value).toBe(1);
    expect((await score([[broken("{a"), broken("{a")]], { sameCalls: 1 })).value).toBe(0);
  });
});

describe("replies in a row", () => {
  const question = "Which project do you mean, Garden or House?";

  test("that say the same are a loop", async () => {
    const { value, checks } = await score([[question], [question]]);
    expect(value).toBe(0);
    expect(checks[0]).toMatchObject({ id: "reply-2", ok: false, evidence: [{ exchange: 1 }, { exchange: 2 }] });
  });

  test("case, spacing and punctuation make no difference", async () => {
    expect((await score([[question], ["which PROJECT do you mean: garden, or  house"]])).value).toBe(0);
  });

  test("that differ are not a loop, nor are equal ones with another between", async () => {
    expect((await score([[question], ["The garden one has no next action."]])).value).toBe(1);
    expect((await score([[question], ["The garden one has no next action."], [question]])).value).toBe(1);
  });

  test("short ones may repeat", async () => {
    expect((await score([["Done."], ["Done."]])).value).toBe(1);
  });

  test("similarity sets how similar they must be", async () => {
    const almost = "Which project do you mean, Garden or Kitchen?";
    expect((await score([[question], [almost]])).value).toBe(1);
    expect((await score([[question], [almost]], { similarity: 0.6 })).value).toBe(0);
  });

  test("empty replies are passed over", async () => {
    expect((await score([[question], [find()], [question]])).value).toBe(0);
  });
});

test("where nothing could repeat it is skipped", async () => {
  expect(await scoreOf(loops(), transcriptOf([["hello there my friend"]]))).toMatchObject({ status: "skipped" });
});

test("options off their scale are refused", () => {
  expect(() => loops({ sameCalls: 0 })).toThrow(/sameCalls/);
  expect(() => loops({ similarity: 0 })).toThrow(/similarity/);
  expect(() => loops({ similarity: 2 })).toThrow(/similarity/);
});

test("its options are part of its identity", () => {
  const hashes = [{}, { sameCalls: 2 }, { similarity: 0.5 }].map((options) => loops(options).identity.hash);
  expect(new Set(hashes).size).toBe(3);
  expect(loops({ name: "circles", report: true })).toMatchObject({ name: "circles", gating: false });
});
