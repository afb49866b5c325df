import { expect, test } from "vitest";
import { markdownWorld } from "vivavoce/world";
import { App } from "../obsidian.ts";

async function processed(text: string, change: (fields: Record<string, unknown>) => void): Promise<string> {
  const notes = markdownWorld({ "A.md": text });
  const app = new App(notes);
  const file = app.vault.getFileByPath("A.md");
  if (file) await app.fileManager.processFrontMatter(file, change);
  return notes.read("A.md");
}

test("fields are set, added and taken out; the rest stays as it was typed", async () => {
  const text = await processed("---\nb: 1 # why\na: two\nc: x\n---\nbody", (fields) => {
    fields.a = ["three"];
    fields.d = true;
    delete fields.c;
  });
  expect(text).toBe("---\nb: 1 # why\na:\n  - three\nd: true\n---\nbody");
});

test("without a change the text is not touched", async () => {
  const text = "---\na:   1\n---\nbody";
  expect(await processed(text, () => {})).toBe(text);
});

test("a function that throws leaves the note as it was", async () => {
  const notes = markdownWorld({ "A.md": "---\na: 1\n---\n" });
  const app = new App(notes);
  const file = app.vault.getFileByPath("A.md");
  const change = () => {
    throw new Error("no");
  };
  if (file) await expect(app.fileManager.processFrontMatter(file, change)).rejects.toThrow("no");
  expect(notes.read("A.md")).toBe("---\na: 1\n---\n");
});

test("renameFile moves the note", async () => {
  const notes = markdownWorld({ "A.md": "x" });
  const app = new App(notes);
  const file = app.vault.getFileByPath("A.md");
  if (file) await app.fileManager.renameFile(file, "B.md");
  expect(notes.list()).toEqual(["B.md"]);
});
