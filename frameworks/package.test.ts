// What `npm publish` would send: nothing more, nothing less, and fit for every way to import it.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { command, pack, root, temporaryFolder } from "./packed.ts";

const folder = temporaryFolder();
let packed: Record<string, { tarball: string; paths: string[]; files: Record<string, string> }>;

beforeAll(async () => {
  packed = {};
  for (const name of ["vivavoce", "create-viva"]) {
    const { tarball, paths } = await pack(join(root, "packages", name), folder);
    const place = join(folder, name);
    mkdirSync(place);
    const { code, stderr } = await command("tar", ["-xzf", tarball, "-C", place], { cwd: folder });
    expect(code, stderr).toBe(0);
    const read = (path: string) => readFileSync(join(place, "package", path), "utf8");
    packed[name] = { tarball, paths, files: Object.fromEntries(paths.map((path) => [path, read(path)])) };
  }
});

describe("vivavoce", () => {
  test("holds the launcher, the templates, the built code, its declarations, and what the licences ask for", () => {
    const { paths } = packed.vivavoce;
    const expected =
      /^(?:LICENSE|README\.md|package\.json|bin\/viva\.js|templates\/[\w-]+\.(?:txt|py)|dist\/python\/viva_bridge\/\w+\.py|dist\/third-party\.txt|dist\/page\/.+\.(?:html|css)|dist\/.+\.(?:js|d\.ts))$/;
    expect(paths.filter((path) => !expected.test(path))).toEqual([]);
    for (const path of [
      "LICENSE",
      "README.md",
      "bin/viva.js",
      "templates/function.txt",
      "dist/python/viva_bridge/deepeval_worker.py",
      "dist/cli/main.js",
      "dist/page/index.html",
      "dist/page/report/report.js",
      "dist/page/report/report.css",
      "dist/third-party.txt",
    ])
      expect(paths).toContain(path);
    expect(paths.filter((path) => /\.test[.-]|fixtures?\/|^dist\/cli\/.*\.d\.ts$/.test(path))).toEqual([]);
  });

  test("holds nothing of files that are gone, and every declaration that another imports", () => {
    const { paths, files } = packed.vivavoce;
    const declarations = paths.filter((path) => path.endsWith(".d.ts"));
    const sourceOf = (path: string) =>
      join(root, "packages/vivavoce/src", path.slice("dist/".length).replace(/\.d\.ts$/, ".ts"));
    expect(declarations.filter((path) => !existsSync(sourceOf(path)))).toEqual([]);
    const missing = declarations.flatMap((path) => {
      const imports = [...withoutComments(files[path]).matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)];
      const targets = imports.map(([, name]) => join(path, "..", name).replace(/\.[jt]s$/, ".d.ts"));
      return targets.filter((target) => !paths.includes(target)).map((target) => `${path} imports ${target}`);
    });
    expect(missing).toEqual([]);
  });

  test("imports nothing that its users do not have", () => {
    const { files } = packed.vivavoce;
    const { dependencies, peerDependencies = {} } = JSON.parse(files["package.json"]);
    // Jest hands out its globals by a name of their own.
    const runners = "jest" in peerDependencies ? ["@jest/globals"] : [];
    const given = [...Object.keys(dependencies), ...Object.keys(peerDependencies), ...runners];
    const known = [...given, "vivavoce", ...builtinModules];
    const imported = Object.entries(files).flatMap(([path, code]) => {
      if (!path.endsWith(".js")) return [];
      const names = [...code.matchAll(/^(?:import|export)\b[^;"']*?from "([^".][^"]*)"|\bimport\("([^".][^"]*)"\)/gm)];
      // Text of templates is not an import.
      return names.map(([, fixed, late]) => fixed ?? late).filter((name) => /^[@\w][\w./:@-]*$/.test(name));
    });
    const packageOf = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/");
    expect(imported.length).toBeGreaterThan(50);
    const strangers = imported.filter((name) => !name.startsWith("node:") && !known.includes(packageOf(name)));
    expect([...new Set(strangers)]).toEqual([]);
  });

  test("has a file behind every entry point", () => {
    const { files, paths } = packed.vivavoce;
    const { exports, bin, types } = JSON.parse(files["package.json"]);
    const targets = [
      bin.viva,
      types,
      ...Object.values(exports).flatMap((entry) =>
        typeof entry === "string" ? entry : Object.values(entry as object),
      ),
    ];
    expect(targets.length).toBeGreaterThan(8);
    expect(targets.filter((target) => !paths.includes(target.replace(/^\.\//, "")))).toEqual([]);
  });
});

/** Examples in comments import files of the reader. */
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "");
}

test("create-viva holds its one file, and depends on the very vivavoce it was made with", () => {
  const { paths, files } = packed["create-viva"];
  expect(paths).toEqual(["LICENSE", "README.md", "bin/create-viva.js", "package.json"]);
  const { dependencies, version } = JSON.parse(files["package.json"]);
  expect(dependencies).toEqual({ vivavoce: version });
});

describe.each(["vivavoce", "create-viva"])("%s", (name) => {
  test("names no place of the machine that built it, and no file of sources that it leaves at home", () => {
    const found = Object.entries(packed[name].files).filter(
      ([, text]) =>
        text.includes(root) ||
        /^\/\/# sourceMappingURL=/m.test(text) ||
        /file:\/\/\/(?:home|root|Users|work)\b/.test(text),
    );
    expect(found.map(([path]) => path)).toEqual([]);
  });

  test("publint finds nothing to say", async () => {
    const { code, stdout, stderr } = await tool("publint", ["--strict", packed[name].tarball]);
    expect(stdout + stderr).toContain("All good!");
    expect(code).toBe(0);
  });
});

test("every entry point has types in every way that ES modules are resolved", async () => {
  const { code, stdout } = await tool("attw", [packed.vivavoce.tarball, "--profile", "esm-only", "--format", "json"]);
  expect(code, stdout).toBe(0);
  const { analysis } = JSON.parse(stdout);
  const { exports } = JSON.parse(packed.vivavoce.files["package.json"]);
  expect(Object.keys(analysis.entrypoints).sort()).toEqual(Object.keys(exports).sort());
});

/** A command of a package that is installed here. */
function tool(name: string, args: string[]) {
  return command(process.execPath, [join(import.meta.dirname, "node_modules/.bin", name), ...args], { cwd: folder });
}
