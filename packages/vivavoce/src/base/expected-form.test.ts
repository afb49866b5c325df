import { expect, test } from "vitest";
import { expectedForm } from "./expected-form.ts";
import { marksIn, redactor } from "./redaction.ts";

const key = "sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4xY7z";
const redact = redactor({ A_PASSWORD: "correct horse 9/battery", B_TOKEN: "hunter2-hunter2" });
const formOf = (text: string) => expectedForm(marksIn(redact.first(text)));

test("where nothing was redacted, what is expected stays as it is", () => {
  expect(formOf("nothing here").text(key)).toBe(key);
});

test("a key becomes its mark, in a text and inside data", () => {
  expect(formOf(key).text(`it is ${key}.`)).toBe(`it is ${redact.text(key)}.`);
  expect(formOf(key).value({ [key]: [key, 7, null] })).toEqual({ [redact.text(key)]: [redact.text(key), 7, null] });
});

test.each(["hunter2-hunter2", "(hunter2-hunter2)", "say correct horse 9/battery!", "x=hunter2-hunter2&y=1"])(
  "%s: what only the environment knew is recognised by its digest",
  (text) => expect(formOf(`${text} and ${key}`).text(text)).toBe(redact.text(text)),
);

test("also in a long text, where it stands between blanks", () => {
  const text = `${"word ".repeat(1_000)}hunter2-hunter2 word`;
  expect(formOf(text).text(text)).toBe(redact.text(text));
});

test("what was not said is not recognised", () => {
  expect(formOf(key).text("hunter2-hunter2")).toBe("hunter2-hunter2");
});

test("a mark in a regular expression stands for itself", () => {
  const pattern = formOf(key).pattern(`^it is ${key}\\.$`);
  expect(new RegExp(pattern, "u").test(`it is ${redact.text(key)}.`)).toBe(true);
  expect(new RegExp(pattern, "v").test("it is e.")).toBe(false);
  expect(formOf(key).pattern(pattern)).toBe(pattern);
  expect(formOf(key).pattern("^[a-z]+$")).toBe("^[a-z]+$");
});

test("doing it twice changes nothing more", () => {
  const form = formOf(`${key} hunter2-hunter2`);
  const once = form.text(`${key} or hunter2-hunter2`);
  expect(form.text(once)).toBe(once);
});
