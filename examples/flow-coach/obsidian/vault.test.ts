import { describe, expect, test } from "vitest";
import { markdownWorld, OutsideWorldError } from "vivavoce/world";
import { App, TFile, TFolder, type Vault } from "../obsidian.ts";

function vaultOver(
  files: Record<string, string> = { "Inbox.md": "one\n", "Projects/A.md": "# A\n", "Projects/Old/B.md": "" },
) {
  const notes = markdownWorld(files);
  return { notes, vault: new App(notes).vault };
}

function fileAt(vault: Vault, path: string): TFile {
  const file = vault.getAbstractFileByPath(path);
  if (!(file instanceof TFile)) throw new Error(`no file ${path}`);
  return file;
}

describe("files and folders", () => {
  test("are of real classes", () => {
    const { vault } = vaultOver();
    expect(vault.getAbstractFileByPath("Projects/A.md")).toBeInstanceOf(TFile);
    expect(vault.getAbstractFileByPath("Projects")).toBeInstanceOf(TFolder);
    expect(vault.getAbstractFileByPath("Projects")).not.toBeInstanceOf(TFile);
    expect(vault.getAbstractFileByPath("Nowhere.md")).toBeNull();
    expect(vault.getFileByPath("Projects")).toBeNull();
    expect(vault.getFolderByPath("Inbox.md")).toBeNull();
  });

  test("know their names, parents and children", () => {
    const { vault } = vaultOver();
    const file = fileAt(vault, "Projects/A.md");
    expect(file).toMatchObject({ name: "A.md", basename: "A", extension: "md", path: "Projects/A.md" });
    expect(file.stat).toEqual({ ctime: 0, mtime: 0, size: 4 });
    expect(file.parent?.path).toBe("Projects");
    expect(file.parent?.children.map(({ path }) => path)).toEqual(["Projects/Old", "Projects/A.md"]);
    expect(vault.getRoot().isRoot()).toBe(true);
    expect(vault.getRoot().parent).toBeNull();
    expect(vault.getRoot().children.map(({ name }) => name)).toEqual(["Projects", "Inbox.md"]);
  });

  test("are one object each", () => {
    const { vault } = vaultOver();
    expect(vault.getAbstractFileByPath("Inbox.md")).toBe(vault.getMarkdownFiles()[0]);
    expect(vault.getFolderByPath("Projects")).toBe(fileAt(vault, "Projects/A.md").parent);
  });

  test("are listed", () => {
    const { vault } = vaultOver({ "a.md": "", "b.txt": "" });
    expect(vault.getMarkdownFiles().map(({ path }) => path)).toEqual(["a.md"]);
    expect(vault.getFiles().map(({ path }) => path)).toEqual(["a.md", "b.txt"]);
    expect(vault.getAllLoadedFiles().map(({ path }) => path)).toEqual(["/", "a.md", "b.txt"]);
  });

  test("that the coach's own tools write are there too", () => {
    const { vault, notes } = vaultOver();
    notes.create("New/C.md", "x");
    expect(vault.getFolderByPath("New")?.children).toEqual([vault.getFileByPath("New/C.md")]);
  });
});

describe("reading and writing", () => {
  test("goes to the notes of the world", async () => {
    const { vault, notes } = vaultOver();
    const file = fileAt(vault, "Inbox.md");
    expect(await vault.read(file)).toBe("one\n");
    expect(await vault.cachedRead(file)).toBe("one\n");
    await vault.modify(file, "two\n");
    await vault.append(file, "three\n");
    expect(await vault.process(file, (text) => text.toUpperCase())).toBe("TWO\nTHREE\n");
    expect(notes.read("Inbox.md")).toBe("TWO\nTHREE\n");
  });

  test("a new file needs a folder and a free path", async () => {
    const { vault, notes } = vaultOver();
    await expect(vault.create("Log/2025.md", "x")).rejects.toThrow("The folder Log does not exist");
    await vault.createFolder("Log");
    const file = await vault.create("Log/2025.md", "x");
    expect(file).toBeInstanceOf(TFile);
    expect(notes.read("Log/2025.md")).toBe("x");
    await expect(vault.create("Log/2025.md", "y")).rejects.toThrow("already exists");
    await expect(vault.createFolder("Log")).rejects.toThrow("already exists");
  });

  test("a folder is made with those above it, and may be empty", async () => {
    const { vault } = vaultOver({});
    await vault.createFolder("a/b/c");
    expect(vault.getFolderByPath("a/b")?.children.map(({ path }) => path)).toEqual(["a/b/c"]);
  });

  test("a renamed file is still the same object", async () => {
    const { vault, notes } = vaultOver();
    const file = fileAt(vault, "Projects/A.md");
    await vault.rename(file, "Projects/Z.md");
    expect(file).toMatchObject({ path: "Projects/Z.md", basename: "Z" });
    expect(vault.getAbstractFileByPath("Projects/Z.md")).toBe(file);
    expect(vault.getAbstractFileByPath("Projects/A.md")).toBeNull();
    expect(notes.list()).not.toContain("Projects/A.md");
    await expect(vault.rename(file, "Inbox.md")).rejects.toThrow("already exists");
  });

  test("a deleted folder takes what is in it along", async () => {
    const { vault, notes } = vaultOver();
    const folder = vault.getFolderByPath("Projects");
    if (folder) await vault.delete(folder);
    expect(notes.list()).toEqual(["Inbox.md"]);
    expect(vault.getFolderByPath("Projects")).toBeNull();
  });

  test("a file that is gone cannot be written", async () => {
    const { vault, notes } = vaultOver();
    const file = fileAt(vault, "Inbox.md");
    notes.remove("Inbox.md");
    await expect(vault.modify(file, "x")).rejects.toThrow("Inbox.md");
    expect(notes.list()).not.toContain("Inbox.md");
  });

  test.each(["../x.md", "a/../../x.md", "C:/x.md"])("%s is outside and refused", async (path) => {
    const { vault } = vaultOver();
    await expect(vault.create(path, "x")).rejects.toThrow(OutsideWorldError);
    await expect(vault.createFolder(path)).rejects.toThrow(OutsideWorldError);
    await expect(vault.rename(fileAt(vault, "Inbox.md"), path)).rejects.toThrow(OutsideWorldError);
    await expect(vault.adapter.write(path, "x")).rejects.toThrow(OutsideWorldError);
    await expect(vault.adapter.read(path)).rejects.toThrow(OutsideWorldError);
  });
});

describe("the adapter", () => {
  test("works by paths", async () => {
    const { vault, notes } = vaultOver();
    const { adapter } = vault;
    expect(await adapter.exists("Projects")).toBe(true);
    expect(await adapter.exists("/Projects/A.md")).toBe(true);
    expect(await adapter.exists("Projects/Q.md")).toBe(false);
    expect(await adapter.read("Inbox.md")).toBe("one\n");
    await adapter.write("Inbox.md", "two");
    await adapter.mkdir("Log");
    await adapter.mkdir("Log");
    await adapter.remove("Projects/A.md");
    expect(notes.read("Inbox.md")).toBe("two");
    expect(notes.list()).not.toContain("Projects/A.md");
    expect(await adapter.list("/")).toEqual({ files: ["Inbox.md"], folders: ["Log", "Projects"] });
    expect(await adapter.list("Nowhere")).toEqual({ files: [], folders: [] });
  });
});
