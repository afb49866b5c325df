import { expect, test } from "vitest";
import { appendLines, lineAt, replaceLine } from "./note-text.ts";

test("a line is replaced by one or several, and the rest stays", () => {
  expect(replaceLine("a\nb\nc\n", 2, "x")).toBe("a\nx\nc\n");
  expect(replaceLine("a\nb\nc\n", 2, "x", "y")).toBe("a\nx\ny\nc\n");
});

test("the line endings of Windows are kept", () => {
  expect(replaceLine("a\r\nb\r\n", 1, "x", "y")).toBe("x\r\ny\r\nb\r\n");
  expect(appendLines("a\r\n", "b")).toBe("a\r\nb\r\n");
});

test("lines are appended on lines of their own", () => {
  expect(appendLines("", "a")).toBe("a\n");
  expect(appendLines("a", "b", "c")).toBe("a\nb\nc\n");
  expect(appendLines("a\n", "b")).toBe("a\nb\n");
});

test("a line is found by its number, counted from 1", () => {
  expect(lineAt("a\r\nb", 2)).toBe("b");
  expect(lineAt("a", 2)).toBe("");
});
