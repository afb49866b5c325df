import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import { effectSchema } from "../shape/index.ts";
import { directoryWorld } from "./directory-world.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "viva-names-")));
afterThisFile(() => rmSync(base, { recursive: true, force: true }));

/** A path whose last name holds a byte that is not UTF-8, as an old archive leaves it. */
const odd = (folder: string, byte: number) => Buffer.concat([Buffer.from(join(folder, "caf")), Buffer.from([byte])]);

// Only there are names of files any bytes.
describe.runIf(process.platform === "linux")("names of files that are not UTF-8", () => {
  test("are seen when the agent makes such files, each by its own name", () => {
    const world = directoryWorld(base);
    const before = world.snapshot();
    writeFileSync(odd(world.path, 0xe9), "one");
    writeFileSync(odd(world.path, 0xe8), "two");
    const effects = world.diff(before, world.snapshot());
    expect(effects).toEqual([
      { kind: "file.created", file: "caf\\xE8", content: "two" },
      { kind: "file.created", file: "caf\\xE9", content: "one" },
    ]);
    for (const effect of effects) expect(effectSchema.safeParse(effect).success).toBe(true);
    world.close();
  });

  test("are seen in folders and below them", () => {
    const world = directoryWorld(base);
    const before = world.snapshot();
    mkdirSync(odd(world.path, 0xe9));
    writeFileSync(Buffer.concat([odd(world.path, 0xe9), Buffer.from("/secret.txt")]), "x");
    expect(world.diff(before, world.snapshot())).toMatchObject([{ kind: "file.created", file: "caf\\xE9/secret.txt" }]);
    world.close();
  });

  test("are refused in the directory itself, where they would be missing in the copy, unless they are excluded", () => {
    const folder = join(base, "fixture");
    mkdirSync(folder);
    writeFileSync(odd(folder, 0xe9), "x");
    expect(() => directoryWorld(folder)).toThrow(/the name of “caf\\xE9” in the directory .* is not UTF-8/);
    directoryWorld(folder, { exclude: ["caf*"] }).close();
  });
});
