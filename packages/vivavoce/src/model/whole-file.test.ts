import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { oneAtATime, writeWholeFile } from "./tape-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "viva-whole-file-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("writing a whole file", () => {
  test("makes the folders on the way and leaves nothing beside the file", async () => {
    const path = join(folder, "a", "b", "c.yaml");
    await writeWholeFile(path, "one\n");
    await writeWholeFile(path, "two\n");
    expect(await readFile(path, "utf8")).toBe("two\n");
    expect(await readdir(join(folder, "a", "b"))).toEqual(["c.yaml"]);
  });

  test("a failure leaves the old and no draft", async () => {
    const path = join(folder, "taken.yaml");
    await mkdir(join(path, "inside"), { recursive: true });
    await expect(writeWholeFile(path, "text")).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["taken.yaml"]);
  });
});

describe("work on one file", () => {
  test("is done in the order it was given, one at a time", async () => {
    const path = join(folder, "x.yaml");
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await new Promise(setImmediate);
      log.push(`${name} ends`);
    };
    await Promise.all([oneAtATime(path, work("a")), oneAtATime(join(folder, ".", "x.yaml"), work("b"))]);
    expect(log).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  });

  test("goes on after work that failed", async () => {
    const path = join(folder, "x.yaml");
    const broken = oneAtATime(path, () => Promise.reject(new Error("broken")));
    const next = oneAtATime(path, async () => "done");
    await expect(broken).rejects.toThrow("broken");
    expect(await next).toBe("done");
  });

  test("does not hold up work on another", async () => {
    let release = () => {};
    const held = oneAtATime(join(folder, "a"), () => new Promise<void>((resolve) => (release = resolve)));
    expect(await oneAtATime(join(folder, "b"), async () => "free")).toBe("free");
    release();
    await held;
  });
});
