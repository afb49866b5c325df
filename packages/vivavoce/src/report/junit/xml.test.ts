import fc from "fast-check";
import { expect, test } from "vitest";
import { xmlAttributes, xmlText } from "./junit-report.ts";
import { readXml } from "./strict-xml.test-helper.ts";

const printable = fc.string({ unit: "grapheme" });

test("text and attributes come back as they were", () => {
  fc.assert(
    fc.property(printable, (text) => {
      const source = `<?xml version="1.0" encoding="UTF-8"?>\n<a${xmlAttributes({ b: text })}>${xmlText(text)}</a>`;
      const read = readXml(source);
      expect([read.text, read.attributes.b]).toEqual([text, text]);
    }),
  );
});

test("what XML has no place for becomes a mark", () => {
  expect(xmlText("a\u0000b\ufffec\ud800d]]>")).toBe("a�b�c�d]]&gt;");
});

test("lines and tabs survive in attributes", () => {
  expect(xmlAttributes({ a: "x\n\ty", b: undefined, c: 3 })).toBe(' a="x&#10;&#9;y" c="3"');
});
