import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, hashOf, sameJson, sha256 } from "./canonical-json.ts";

/** JSON data with -0 left out: JSON itself loses its sign. */
const json = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

/** The same data with the keys of every object in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, field]) => [key, reversed(field)]),
  );
}

describe("canonicalJson", () => {
  test("the order of keys never matters, however deep", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test("it is JSON: parsing it gives the value back", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  test("making it canonical twice changes nothing", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  test("keys are sorted by code unit and nothing is padded", () => {
    expect(canonicalJson({ b: 1, a: [true, null], B: "x", é: 2, "": 0 })).toBe(
      '{"":0,"B":"x","a":[true,null],"b":1,"é":2}',
    );
    expect(canonicalJson({ "10": 1, "9": 2, a: 3 })).toBe('{"10":1,"9":2,"a":3}');
  });

  test("undefined fields are left out, undefined items are null", () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonicalJson([undefined, 1])).toBe("[null,1]");
  });

  test("the holes of a sparse list are null, as in JSON.stringify", () => {
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    expect(canonicalJson([1, , 2])).toBe("[1,null,2]");
  });

  test("minus zero is zero", () => {
    expect(canonicalJson(-0)).toBe("0");
    expect(canonicalJson({ a: [-0] })).toBe('{"a":[0]}');
  });

  test("a value with a JSON form of its own is written in it: two dates are not the same data", () => {
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
    expect(sameJson(new Date(0), new Date(1))).toBe(false);
  });

  test("a field called __proto__ is data like any other", () => {
    const value: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}');
    expect(canonicalJson(value)).toBe('{"__proto__":1,"constructor":2}');
  });

  test.each([
    [Number.NaN, "NaN has no JSON form"],
    [Number.POSITIVE_INFINITY, "Infinity has no JSON form"],
    [undefined, "a undefined has no JSON form"],
    [() => 1, "a function has no JSON form"],
    [1n, "a bigint has no JSON form"],
    [Symbol("s"), "a symbol has no JSON form"],
  ])("%s is refused rather than written as something else", (value, message) => {
    expect(() => canonicalJson(value)).toThrow(message);
    expect(() => canonicalJson({ deep: [value === undefined ? 1n : value] })).toThrow("has no JSON form");
  });
});

describe("sameJson", () => {
  test("data is compared, not the order of keys", () => {
    expect(sameJson({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
    expect(sameJson({ a: 1 }, { a: "1" })).toBe(false);
  });

  test("nothing is null, and an absent field is an undefined one", () => {
    expect(sameJson(undefined, null)).toBe(true);
    expect(sameJson({ a: undefined }, {})).toBe(true);
    expect(sameJson({ a: null }, {})).toBe(false);
  });

  test("it says the same as comparing the data itself", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const equal = isEqual(a, b);
        expect(sameJson(a, b)).toBe(equal);
        expect(sameJson(a, structuredClone(a))).toBe(true);
      }),
    );
  });
});

function isEqual(a: unknown, b: unknown): boolean {
  try {
    expect(a).toStrictEqual(b);
    return true;
  } catch {
    return false;
  }
}

describe("hashOf", () => {
  test("equal data has an equal hash, other data another", () => {
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }));
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }));
  });

  test("it is the SHA-256 of the canonical text", () => {
    expect(hashOf("")).toBe(sha256('""'));
    // FIPS 180-2, appendix B.1
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256(new TextEncoder().encode("abc"))).toBe(sha256("abc"));
  });
});
