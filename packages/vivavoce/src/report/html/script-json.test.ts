import fc from "fast-check";
import { expect, test } from "vitest";
import { scriptJson } from "./html-page.ts";

test("nothing in it can end the script element or begin a comment", () => {
  expect(scriptJson({ "</script>": "<!-- <script> & \u2028\u2029" })).toBe(
    String.raw`{"\u003c/script\u003e":"\u003c!-- \u003cscript\u003e \u0026 \u2028\u2029"}`,
  );
});

test("control characters and what reorders text is gone, also from names; the rest is the same", () => {
  expect(JSON.parse(scriptJson(["a\u0000b\u202ec", 1, null, { deep: "\u001b" }]))).toEqual([
    "a�bc",
    1,
    null,
    { deep: "�" },
  ]);
});

test("any JSON comes back as it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = scriptJson(value);
      expect(text).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
