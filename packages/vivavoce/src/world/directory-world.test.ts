import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import { effectSchema } from "../shape/index.ts";
import { type DirectoryOptions, directoryWorld } from "./directory-world.ts";
import { outsideFrame } from "./frame.ts";
import { showEffect } from "./show-effect.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "viva-directory-")));
afterThisFile(() => rmSync(base, { recursive: true, force: true }));

let count = 0;
function directoryOf(files: Record<string, string | Uint8Array>): string {
  const folder = join(base, `d${count++}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

function open(source: string, options?: DirectoryOptions) {
  const world = directoryWorld(source, options);
  afterThisFile(() => world.close());
  const before = world.snapshot();
  const at = (...path: string[]) => join(world.path, ...path);
  const effects = () => {
    const found = world.diff(before, JSON.parse(JSON.stringify(world.snapshot())));
    for (const effect of found) {
      expect(effectSchema.parse(effect)).toEqual(effect);
      expect(showEffect(effect)).toMatch(/\S/);
    }
    return found;
  };
  return { world, at, effects };
}

const source = directoryOf({
  "src/a.py": "if x:\n    y = 1\n",
  "notes/N.md": "- [ ] a\n",
  "logo.png": Buffer.from([0, 1]),
});

describe("a directory as a world", () => {
  test("is a copy: the directory stays as it is, and the next trial's copy is fresh", () => {
    const first = open(source);
    writeFileSync(first.at("src/a.py"), "gone");
    expect(readFileSync(join(source, "src/a.py"), "utf8")).toContain("y = 1");
    const second = open(source);
    expect(second.world.path).not.toBe(first.world.path);
    expect(readFileSync(second.at("src/a.py"), "utf8")).toContain("y = 1");
    expect(second.effects()).toEqual([]);
  });

  test("the cache of deepeval is not copied", () => {
    const source = directoryOf({
      "a.txt": "a",
      ".deepeval/x.json": "{}",
      "evals/.deepeval/y.json": "{}",
      "evals/b.txt": "b",
    });
    const { at, effects } = open(source);
    expect([".deepeval", "evals/.deepeval", "evals/b.txt"].map((path) => existsSync(at(path)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(effects()).toEqual([]);
  });

  test("may be given as a URL", () => {
    const world = directoryWorld(pathToFileURL(source));
    expect(existsSync(join(world.path, "logo.png"))).toBe(true);
    world.close();
  });

  test("tells what was created, deleted, changed and renamed, by file", () => {
    const { at, effects } = open(source);
    writeFileSync(at("src/b.py"), "new\n");
    renameSync(at("notes/N.md"), at("notes/M.md"));
    writeFileSync(at("src/a.py"), "if x:\ny = 1\n");
    rmSync(at("logo.png"));
    const sha256 = "b413f47d13ee2fe6c845b2ee141af81de858df4ec549a58b7970bb96645bc8d2";
    expect(effects()).toEqual([
      { kind: "file.deleted", file: "logo.png", content: { size: 2, sha256 } },
      { kind: "file.renamed", file: "notes/M.md", from: "notes/N.md" },
      {
        kind: "file.changed",
        file: "src/a.py",
        from: "if x:\n    y = 1\n",
        to: "if x:\ny = 1\n",
        removed: ["    y = 1"],
        inserted: ["y = 1"],
      },
      { kind: "file.created", file: "src/b.py", content: "new\n" },
    ]);
  });

  test.each<[string, (at: (...path: string[]) => string) => void, string]>([
    ["a binary file with another byte", (at) => writeFileSync(at("logo.png"), Buffer.from([0, 2])), "file.changed"],
    ["a text that becomes binary", (at) => writeFileSync(at("src/a.py"), Buffer.from([0xff])), "file.changed"],
    ["a line end", (at) => writeFileSync(at("src/a.py"), "if x:\r\n    y = 1\n"), "file.changed"],
    ["a missing line at the end", (at) => writeFileSync(at("src/a.py"), "if x:\n    y = 1"), "file.changed"],
    ["a large file", (at) => writeFileSync(at("big"), "x".repeat(300_000)), "file.created"],
    ["an empty file", (at) => writeFileSync(at("empty"), ""), "file.created"],
    ["an empty folder", (at) => void mkdirSync(at("folder")), "file.created"],
    ["a link", (at) => symlinkSync("/etc/hosts", at("link")), "file.created"],
    ["a file that becomes a link to itself elsewhere", asLink, "file.changed"],
    ["a hidden file", (at) => writeFileSync(at(".env"), "KEY=1"), "file.created"],
  ])("sees %s", (_, change, kind) => {
    const { at, effects } = open(source);
    change(at);
    expect(effects().map((effect) => effect.kind)).toEqual([kind]);
  });

  test.skipIf(process.platform === "win32")("sees that a file became executable", () => {
    const { at, effects } = open(source);
    chmodSync(at("src/a.py"), 0o755);
    expect(effects()).toEqual([{ kind: "file.mode", file: "src/a.py", from: "plain", to: "executable" }]);
  });

  test("sees that everything is gone, the directory itself included", () => {
    const { world, effects } = open(source);
    rmSync(world.path, { recursive: true });
    expect(effects().map(({ kind }) => kind)).toEqual(["file.deleted", "file.deleted", "file.deleted"]);
    world.close();
  });

  test("sees that everything is gone where a link stands in the directory's place", () => {
    const { world, effects } = open(source);
    renameSync(world.path, join(base, "taken-away"));
    symlinkSync(join(base, "taken-away"), world.path);
    expect(effects().map(({ kind }) => kind)).toEqual(["file.deleted", "file.deleted", "file.deleted"]);
    world.close();
    expect(existsSync(join(base, "taken-away/logo.png"))).toBe(true);
  });

  test("a folder that comes with its file is not told of besides", () => {
    const { at, effects } = open(source);
    mkdirSync(at("deep/er"), { recursive: true });
    writeFileSync(at("deep/er/x"), "1");
    expect(effects()).toEqual([{ kind: "file.created", file: "deep/er/x", content: "1" }]);
  });

  test("markdown is compared as notes where that is asked for", () => {
    const { at, effects } = open(source, { notes: true });
    writeFileSync(at("notes/N.md"), "- [x] a\n\n");
    writeFileSync(at("notes/New.md"), "# New");
    writeFileSync(at("src/b.py"), "new");
    expect(effects()).toMatchObject([
      { kind: "task.status", note: "notes/N.md", text: "a", to: "done" },
      { kind: "note.created", note: "notes/New.md", body: "# New\n" },
      { kind: "file.created", file: "src/b.py" },
    ]);
    expect(outsideFrame(effects(), ["notes/*", { path: "**", kinds: ["note.created", "file.created"] }])).toEqual([]);
  });

  test.skipIf(process.platform === "win32")("a note that becomes executable is seen, as another file is", () => {
    const { at, effects } = open(directoryOf({ "Plan.md": "# Plan\n", "Other.md": "# Other\n" }), { notes: true });
    expect(effects()).toEqual([]);
    chmodSync(at("Plan.md"), 0o755);
    expect(effects()).toEqual([{ kind: "file.mode", file: "Plan.md", from: "plain", to: "executable" }]);
  });

  test("a note that becomes a link is a changed file", () => {
    const { at, effects } = open(source, { notes: true });
    rmSync(at("notes/N.md"));
    symlinkSync("../src/a.py", at("notes/N.md"));
    expect(effects()).toMatchObject([{ kind: "file.changed", file: "notes/N.md", to: { link: "../src/a.py" } }]);
  });

  test("is shown to readers by path and text", () => {
    expect(open(source).world.outline()).toContain("src/a.py\n    if x:\n        y = 1\n");
  });
});

function asLink(at: (...path: string[]) => string): void {
  renameSync(at("src/a.py"), join(base, `moved${count++}`));
  symlinkSync(join(base, `moved${count - 1}`), at("src/a.py"));
}

describe("what is copied and what is looked at", () => {
  const files = { "a.ts": "1", "node_modules/m/i.js": "2", "dist/o.js": "3", "docs/d.md": "4" };

  test("include and exclude say what is copied; what the agent puts there is seen", () => {
    const { at, effects } = open(directoryOf(files), {
      include: ["*.ts", "dist/**", "node_modules/**"],
      exclude: ["**/node_modules/**"],
    });
    expect([existsSync(at("a.ts")), existsSync(at("dist/o.js"))]).toEqual([true, true]);
    expect([existsSync(at("docs/d.md")), existsSync(at("node_modules"))]).toEqual([false, false]);
    mkdirSync(at("node_modules"));
    writeFileSync(at("node_modules/x.js"), "evil");
    expect(effects()).toMatchObject([{ kind: "file.created", file: "node_modules/x.js" }]);
  });

  test("ignore says what is not looked at, though it is copied", () => {
    const { at, effects } = open(directoryOf(files), { ignore: ["dist/**"] });
    expect(existsSync(at("dist/o.js"))).toBe(true);
    writeFileSync(at("dist/p.js"), "built");
    expect(effects()).toEqual([]);
  });

  test("a directory that is too large is refused, with the limit and what to do", () => {
    const large = directoryOf(files);
    expect(() => directoryWorld(large, { maxFiles: 3 })).toThrow(/holds more than 3 files/);
    expect(() => directoryWorld(large, { maxBytes: 3 })).toThrow(/holds more than 3 bytes/);
    expect(() => directoryWorld(large, { maxFiles: 3, exclude: ["dist/**"] }).close()).not.toThrow();
    const { at, world } = open(large, { maxFiles: 4 });
    writeFileSync(at("one-more"), "");
    expect(() => world.snapshot()).toThrow(/the agent's copy of the directory holds more than 4 files/);
  });

  test("what is not a directory, or holds the folder for temporary files, is refused", () => {
    expect(() => directoryWorld(join(base, "nowhere"))).toThrow(/“.*nowhere” is not a directory/);
    expect(() => directoryWorld(join(source, "logo.png"))).toThrow(/is not a directory/);
    expect(() => directoryWorld(dirname(base))).toThrow(/lies inside the directory/);
  });
});

describe("links", () => {
  const outside = directoryOf({ "secret.txt": "secret" });

  test("that lead out are not copied; those within lead to the copy, however they were written", () => {
    const folder = directoryOf({ "sub/a.txt": "a" });
    symlinkSync(join(outside, "secret.txt"), join(folder, "out"));
    symlinkSync(outside, join(folder, "out-folder"));
    symlinkSync("../../../../../../../../etc/hosts", join(folder, "climbs"));
    symlinkSync("/nowhere/at/all", join(folder, "dangling"));
    symlinkSync(join(folder, "sub/a.txt"), join(folder, "absolute"));
    symlinkSync("sub/a.txt", join(folder, "relative"));
    symlinkSync(join("..", folder.slice(folder.lastIndexOf("/") + 1), "sub"), join(folder, "round-about"));
    const { at } = open(folder);
    const isThere = (name: string) => lstatSync(at(name), { throwIfNoEntry: false }) !== undefined;
    expect(["out", "out-folder", "climbs", "dangling"].filter(isThere)).toEqual([]);
    writeFileSync(at("absolute"), "changed");
    expect(readFileSync(join(folder, "sub/a.txt"), "utf8")).toBe("a");
    expect(readFileSync(at("relative"), "utf8")).toBe("changed");
    expect(realpathSync(at("round-about"))).toBe(at("sub"));
    expect(readlinkSync(at("absolute"))).toBe("sub/a.txt");
  });

  test("that the agent makes are never followed by a snapshot", () => {
    const { at, effects } = open(source);
    symlinkSync(outside, at("out"));
    symlinkSync(at("src"), at("src/round"));
    expect(effects()).toEqual([
      { kind: "file.created", file: "out", content: { link: outside } },
      { kind: "file.created", file: "src/round", content: { link: at("src") } },
    ]);
  });

  test("resolve gives a path in the copy, and refuses what leads out of it", () => {
    const { at, world } = open(source);
    symlinkSync(outside, at("out"));
    symlinkSync(join(outside, "not-yet"), at("dangling"));
    expect(world.resolve("src/new/file.py")).toBe(at("src/new/file.py"));
    for (const path of ["../x", "/etc/hosts", "src/../../x", "out", "out/secret.txt", "out/new", "dangling", ""]) {
      expect(() => world.resolve(path), path).toThrow(expect.objectContaining({ code: "outside-world" }));
    }
  });
});

describe("closing", () => {
  test("removes the copy, once and again, and leaves no listener behind", () => {
    const listeners = process.listenerCount("exit");
    const worlds = Array.from({ length: 20 }, () => directoryWorld(source));
    expect(process.listenerCount("exit")).toBeLessThanOrEqual(listeners + 1);
    for (const world of worlds) world.close();
    for (const world of worlds) world.close();
    expect(worlds.filter(({ path }) => existsSync(path))).toEqual([]);
  });

  test("removes a copy in which the agent has locked a folder", () => {
    const { at, world } = open(source);
    chmodSync(at("src"), 0o000);
    world.close();
    expect(existsSync(world.path)).toBe(false);
  });
});
