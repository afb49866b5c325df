import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { markdownWorld } from "./markdown-world.ts";
import { OutsideWorldError } from "./world-errors.ts";

describe("a markdown world", () => {
  test("reads, writes, creates, removes and renames notes", () => {
    const world = markdownWorld({ "b.md": "bee" });
    world.write("b.md", "bees");
    world.create("a.md", "ay");
    world.write("c/d.md", "dee");
    world.rename("a.md", "z.md");
    world.remove("c/d.md");
    expect(world.list()).toEqual(["b.md", "z.md"]);
    expect(world.read("b.md")).toBe("bees");
    expect(world.read("./z.md")).toBe("ay");
    expect([world.has("z.md"), world.has("a.md")]).toEqual([true, false]);
  });

  test("starts empty unless it is given notes", () => {
    expect(markdownWorld().list()).toEqual([]);
  });

  test("knows a note by either composition of its name", () => {
    const world = markdownWorld({ "Cafe\u0301.md": "x" });
    expect(world.read("Caf\u00e9.md")).toBe("x");
  });

  test("says which note is missing, and which is in the way", () => {
    const world = markdownWorld({ "a.md": "", "b.md": "" });
    const missing = { name: "NoteError", code: "no-such-note", path: "x.md" };
    const taken = { name: "NoteError", code: "note-exists", path: "b.md" };
    expect(() => world.read("x.md")).toThrow(expect.objectContaining(missing));
    expect(() => world.remove("x.md")).toThrow(expect.objectContaining(missing));
    expect(() => world.rename("x.md", "y.md")).toThrow(expect.objectContaining(missing));
    expect(() => world.create("b.md", "")).toThrow(expect.objectContaining(taken));
    expect(() => world.rename("a.md", "b.md")).toThrow(expect.objectContaining(taken));
    expect(world.list()).toEqual(["a.md", "b.md"]);
  });

  test("keeps a note that is renamed to its own name", () => {
    const world = markdownWorld({ "a.md": "x" });
    world.rename("a.md", "./a.md");
    expect(world.read("a.md")).toBe("x");
  });

  test("confines every path", () => {
    const world = markdownWorld({ "a.md": "" });
    const attempts = [
      () => world.read("../a.md"),
      () => world.has("../a.md"),
      () => world.write("../a.md", ""),
      () => world.create("../a.md", ""),
      () => world.remove("../a.md"),
      () => world.rename("../a.md", "b.md"),
      () => world.rename("a.md", "../b.md"),
      () => world.confine("../a.md"),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(OutsideWorldError);
    expect(world.snapshot()).toEqual({ "a.md": "" });
  });

  test("refuses wrong opening paths as bad input, all of them at once", () => {
    const files = { "../a.md": "", "/b.md": "", "c.md": "", "./c.md": "" };
    expect(() => markdownWorld(files)).toThrow(InputError);
    expect(() => markdownWorld(files)).toThrow(/“\.\.\/a\.md”.*“\/b\.md”.*already is a note “\.\/c\.md”/s);
  });
});

describe("its snapshot", () => {
  test("does not change with the world, nor the world with it", () => {
    const files = { "a.md": "one" };
    const world = markdownWorld(files);
    const before = world.snapshot() as Record<string, string>;
    world.write("a.md", "two");
    expect(before).toEqual({ "a.md": "one" });
    before["b.md"] = "three";
    files["a.md"] = "four";
    expect(world.list()).toEqual(["a.md"]);
    expect(world.read("a.md")).toBe("two");
  });

  test("is JSON, with a note called __proto__ too", () => {
    const world = markdownWorld();
    const before = world.snapshot();
    world.create("__proto__", "x");
    const after = JSON.parse(JSON.stringify(world.snapshot()));
    expect(world.diff(before, after)).toMatchObject([{ kind: "note.created", note: "__proto__" }]);
  });

  test("diffs into effects", () => {
    const world = markdownWorld({ "Inbox.md": "- [ ] Call Ada" });
    const before = world.snapshot();
    world.write("Inbox.md", "- [x] Call Ada");
    expect(world.diff(before, world.snapshot())).toEqual([
      { kind: "task.status", note: "Inbox.md", section: "", text: "Call Ada", from: "open", to: "done" },
    ]);
  });

  test.each([[null], [["a"]], [{ "a.md": 1 }], ["a"]])("is not %j", (snapshot) => {
    expect(() => markdownWorld().diff(snapshot, {})).toThrow("not a snapshot of a markdown world");
  });
});

describe("its outline", () => {
  test("shows each note below its path, in the order of paths", () => {
    const world = markdownWorld({ "b.md": "# B\r\n\r\n- [ ] b  \n", "a.md": "", "c.md": "d.md\n    e" });
    expect(world.outline()).toBe("a.md\n    (empty)\n\nb.md\n    # B\n\n    - [ ] b\n\nc.md\n    d.md\n        e\n");
  });

  test("says so when there are no notes", () => {
    expect(markdownWorld().outline()).toBe("There are no notes.");
  });
});
