import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";

/** The files that export a type, an interface or a class of each name, where that is more than one. */
function declaredTwice(sources: Readonly<Record<string, string>>): Record<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, source] of Object.entries(sources)) {
    const names = [...source.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm)].map(
      ([, name = ""]) => name,
    );
    for (const name of new Set(names)) files.set(name, [...(files.get(name) ?? []), file]);
  }
  return Object.fromEntries([...files].filter(([, found]) => found.length > 1));
}

test("a name of a type means one thing", () => {
  const names = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => file.endsWith(".ts") && !/\.test(?:-helper)?\.ts$|\/fixtures\//.test(file));
  expect(names.length).toBeGreaterThan(500);
  const sources = names.map((file) => [file, readFileSync(join(import.meta.dirname, file), "utf8")] as const);
  expect(declaredTwice(Object.fromEntries(sources))).toEqual({});
});

test("two declarations of a name are found, whatever they are", () => {
  const sources = {
    "a.ts": "export interface One {}\nexport type Both = string;\ntype Own = 1;",
    "b.ts": "export class Both {}\ntype Own = 2;\nexport { type One } from './a.ts';",
  };
  expect(declaredTwice(sources)).toEqual({ Both: ["a.ts", "b.ts"] });
});
