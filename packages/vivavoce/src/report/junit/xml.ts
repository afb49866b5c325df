import { safeText } from "../../base/index.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** Code points that XML 1.0 does not allow in any form, besides the control characters removed before. */
const notInXml = /[\ufffe\uffff]/g;

/** Text for the inside of an element. The ends of CDATA sections and comments have no meaning in it. */
export function xmlText(text: string): string {
  return legal(text).replace(/[&<>]/g, (character) => entities[character] ?? "");
}

/** Text for an attribute in double quotes; newlines and tabs are kept as references. */
export function xmlAttribute(text: string): string {
  return legal(text).replace(/[&<>"'\n\t]/g, (character) => entities[character] ?? "");
}

function legal(text: string): string {
  return safeText(text).replace(notInXml, "�");
}

/** ` name="value"` for each that is given. */
export function xmlAttributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${xmlAttribute(String(value))}"`))
    .join("");
}
