import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { directDeclarations } from "../direct-imports.ts";
import { root } from "../run-viva.ts";
import { commentedSource } from "../schema-comments.ts";
import { undocumented } from "./documented.ts";
import { isShown, shownCode } from "./mentions.ts";
import { entryPoints, partsOf, unexportedTypes } from "./public-api.ts";
import { referencePages } from "./reference.ts";

const entries = entryPoints();

describe("the public API", () => {
  test("was read", () => {
    expect(entries.map(({ from }) => from)).toEqual(
      expect.arrayContaining(["vivavoce", "vivavoce/metrics", "vivavoce/stats", "vivavoce/world", "vivavoce/testing"]),
    );
    const names = entries.flatMap(({ names: listed }) => listed.map(({ name }) => name));
    for (const name of ["suite", "Config", "criteria", "wilson", "Transcript"]) expect(names).toContain(name);
  });

  test("has at most 300 names", () => {
    expect(entries.reduce((sum, { names }) => sum + names.length, 0)).toBeLessThanOrEqual(300);
  });

  test.each(entries)("$from takes and gives only types that can be imported", (entry) => {
    expect(unexportedTypes(entry, entries)).toEqual([]);
  });

  test.each(entries)("$from has a comment on every name and member, and an example on every function", (entry) => {
    expect([...entry.names, ...(partsOf(entries).get(entry) ?? [])].flatMap(undocumented)).toEqual([]);
  });

  test.each(entries)("$from has no value that no page and no example shows", ({ names }) => {
    const code = shownCode();
    const values = names.filter(({ kind }) => kind === "value").map(({ name }) => name);
    expect(values.filter((name) => !isShown(name, code))).toEqual([]);
  });
});

describe("the declarations that users load", () => {
  const home = join(root, "packages/vivavoce");
  const { exports, dependencies, peerDependencies } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const targets = (Object.values(exports) as { types?: string }[]).flatMap(({ types }) => types ?? []);
  const declarations = directDeclarations(targets.map((types) => join(home, types)));

  test("import each name from the file that declares it", () => {
    const indirect = [...declarations].filter(([file, text]) => readFileSync(file, "utf8") !== text);
    expect(indirect.map(([file]) => file)).toEqual([]);
    expect(declarations.size).toBeGreaterThan(50);
  });

  test("need neither the types of Node nor those of packages that Viva bundles", () => {
    const allowed = Object.keys({ ...dependencies, ...peerDependencies });
    const foreign = [...declarations].flatMap(([file, text]) => {
      const packages = [...text.matchAll(/(?:from |import\()"([^."][^"]*)"/g)].map(([, name = ""]) => name);
      const names = text.replace(/\/\*[\s\S]*?\*\//g, "").match(/\b(?:Buffer|NodeJS)\b/g) ?? [];
      const unknown = packages.filter(
        (name) => !allowed.some((known) => name === known || name.startsWith(`${known}/`)),
      );
      return [...unknown, ...names].map((name) => `${relative(home, file)}: ${name}`);
    });
    expect(foreign).toEqual([]);
  });
});

describe("docs/reference/api", () => {
  const folder = join(root, "docs/reference/api");
  const pages = referencePages(entries);

  test("is what the code says; `npm run -s build && node scripts/api-reference.ts` writes it anew", () => {
    const written = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(pages));
  });

  test.each(entries)("has every public name of $from", ({ from, names }) => {
    const page = pages.get(`${from.split("/").at(-1)}.md`) ?? "";
    expect(names.filter(({ name }) => !page.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
  });
});

describe("what is found", () => {
  const folder = mkdtempSync(join(tmpdir(), "viva-api-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The one entry point of a package with these declarations. */
  function entryOf(files: Record<string, string>) {
    const home = mkdtempSync(join(folder, "package-"));
    const packageFile = JSON.stringify({ name: "made", exports: { ".": { types: "./index.d.ts" } } });
    for (const [name, text] of Object.entries({ ...files, "package.json": packageFile })) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    }
    const [entry] = entryPoints(home);
    if (!entry) throw new Error("no entry point");
    return entry;
  }

  test.each([
    ["a parameter", "export declare function f(given: Hidden): void;"],
    ["a type argument", "export declare function f(): Promise<readonly Hidden[]>;"],
    ["a class that is extended", "export declare class f extends Hidden {}"],
    ["a constant behind typeof", "declare const c: { deep: Hidden }; export declare const f: typeof c;"],
    ["an import type", 'export declare const f: import("./hidden.ts").Hidden;'],
    [
      "a type that is declared beside it",
      "interface Hidden {}\nexport declare function f(given: Hidden): void;",
      "own",
    ],
  ])("a type that cannot be imported: %s", (_what, text, own?: string) => {
    const entry = entryOf({
      "index.d.ts": 'export { f } from "./a/a.ts";',
      "a/a.d.ts": `${own ? "" : 'import { Hidden } from "./hidden.ts";'}\n${text}`,
      "a/hidden.d.ts": "export declare class Hidden {}",
    });
    expect(unexportedTypes(entry, [entry])).toEqual(["Hidden, which f names"]);
  });

  test("not one that is exported under another name, a type parameter, or the language's own", () => {
    const entry = entryOf({
      "index.d.ts": 'export { f, type Hidden as Shown } from "./a.ts";',
      "a.d.ts":
        'import { z } from "zod";\nexport interface Hidden {}\nexport declare function f<T>(a: Hidden, b: Map<T, z.ZodType>): Array<T>;',
    });
    expect(unexportedTypes(entry, [entry])).toEqual([]);
  });

  test("names and members without a comment, functions without an example", () => {
    const { names } = entryOf({
      "index.d.ts": 'export { f, g, type Options, type Config } from "./a.ts";',
      "a.d.ts": `
export declare function f(): void;
/**
 * Does it.
 *
 * @example g()
 */
export declare function g(): void;
/** Options. */
export interface Options {
    /** Said. */
    said: string;
    unsaid: string;
    kind: "a";
}
declare const configSchema: z.ZodObject<{ /** Said. */ said: z.ZodString; unsaid: z.ZodEnum<{ a: "a" }> }>;
/** Config. */
export type Config = z.infer<typeof configSchema>;
`,
    });
    expect(names.flatMap(undocumented)).toEqual([
      "Config.unsaid has no comment",
      "Options.unsaid has no comment",
      "f has no comment",
      "f has no example",
    ]);
  });

  test("a name as a call, by itself or imported, not within another", () => {
    for (const shown of ["`code(1)`", "`code`", 'import { code, task } from "vivavoce"'])
      expect(isShown("code", [shown])).toBe(true);
    expect(isShown("code", ["`dag.code(1)`, `encode()`, `codes`, `exit code 1`"])).toBe(false);
  });
});

describe("the comments of a schema", () => {
  const schema = z
    .strictObject({
      name: z.string().describe("The name."),
      inner: z.array(z.object({ deep: z.number().describe("Deep */ down.") })).optional(),
      either: z.union([z.object({ one: z.string().describe("One.") }), z.literal(false)]),
    })
    .describe("All of it.");
  const source = `export declare const schema: z.ZodObject<{
    name: z.ZodString;
    inner: z.ZodOptional<z.ZodArray<z.ZodObject<{
        deep: z.ZodNumber;
    }, z.core.$strip>>>;
    either: z.ZodUnion<readonly [z.ZodObject<{ one: z.ZodString }>, z.ZodLiteral<false>]>;
}, z.core.$strict>;
`;
  const commented = commentedSource(source, new Map([["schema", schema]]));

  test("are put into its declaration, at any depth", () => {
    expect(commented).toContain("/** The name. */ name: z.ZodString;");
    expect(commented).toContain("/** Deep *\u200b/ down. */ deep: z.ZodNumber;");
    expect(commented).toContain("{ /** One. */ one: z.ZodString }");
  });

  test("are the same when they are put there twice, and replace those of before", () => {
    expect(commentedSource(commented, new Map([["schema", schema]]))).toBe(commented);
    const before = commented.replace("The name.", "What it was called.");
    expect(commentedSource(before, new Map([["schema", schema]]))).toBe(commented);
  });

  test("leave other declarations alone", () => {
    expect(commentedSource(source, new Map([["other", schema]]))).toBe(source);
  });
});
