import fc from "fast-check";
import { expect, test } from "vitest";
import { safeText } from "./safe-text.ts";
import { isPromise, showValue } from "./show-value.ts";

test.each<[unknown, string]>([
  [undefined, "undefined"],
  [null, "null"],
  [42, "42"],
  [Number.NaN, "NaN"],
  [false, "false"],
  [12n, "12n"],
  ["hello", "the text “hello”"],
  [Symbol("secret"), "a symbol"],
  [() => 1, "a function"],
  [[1, 2], "a list"],
  [Promise.resolve(1), "a promise"],
  // biome-ignore lint/suspicious/noThenProperty: something like a promise is what is meant
  [{ then: () => {} }, "a promise"],
  [new Date(0), "a value of type Date"],
  [new Map(), "a value of type Map"],
  [{}, "an object without fields"],
  [{ type: "bogus", toolName: "look" }, "an object with type, toolName"],
  [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, "an object with a, b, c, d, e, …"],
  [Object.create(null), "an object without fields"],
])("%o is shown in a few words", (value, shown) => {
  expect(showValue(value)).toBe(shown);
});

test("whatever it is, it is one short line that is safe to print", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const shown = showValue(value);
      expect(shown.length).toBeLessThan(300);
      expect(shown).toBe(safeText(shown));
      expect(shown).not.toContain("\n");
    }),
  );
  expect(showValue("\u001b[31mred\nline".repeat(100))).toMatch(/^the text “�\[31mred line.*…”$/);
});

test("a promise is what has a then that can be called", () => {
  expect(isPromise(Promise.resolve())).toBe(true);
  for (const value of [undefined, null, {}, "then", () => {}, JSON.parse('{"then":1}')])
    expect(isPromise(value)).toBe(false);
});
