// node scripts/release-check.ts [TAG]: whether everything agrees on the version that is about to be published.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** What the repository says about its version. */
export interface ReleaseFacts {
  /** "v0.3.0"; undefined where nothing is tagged yet. */
  tag: string | undefined;
  /** The packages that are published, by name. */
  packages: Record<string, { version: string; dependencies?: Record<string, string> }>;
  lock: { packages: Record<string, { version?: string }> };
  changelog: string;
}

/** Everything that does not fit; nothing where a release can be made. */
export function releaseProblems({ tag, packages, lock, changelog }: ReleaseFacts): string[] {
  const version = packages.vivavoce?.version ?? "";
  const [, heading, date] = /^## \[?([^\]\s]+)\]?(?: - (.+))?$/m.exec(changelog) ?? [];
  const problems: string[] = [];
  const differs = (what: string, found: string | undefined, remedy: string) => {
    if (found !== version) problems.push(`${what} is ${found ?? "missing"}, and vivavoce is ${version}: ${remedy}`);
  };
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) problems.push(`"${version}" is not a version such as 1.2.3`);
  if (tag !== undefined) differs("the tag", tag.replace(/^v(?=\d)/, ""), `tag v${version}, or change the version`);
  for (const [name, { version: own, dependencies }] of Object.entries(packages)) {
    differs(`${name} in package.json`, own, "change its version");
    if (dependencies && "vivavoce" in dependencies)
      differs(`the vivavoce that ${name} depends on`, dependencies.vivavoce, "name that very version");
    differs(`${name} in package-lock.json`, lock.packages[`packages/${name}`]?.version, "run npm install");
  }
  differs("the newest section of CHANGELOG.md", heading, `begin it with "## [${version}] - unreleased"`);
  // Its day is known when it is tagged, and not before.
  if (tag !== undefined && !/^\d{4}-\d\d-\d\d$/.test(date ?? ""))
    problems.push(`CHANGELOG.md says "${date}" where the day of the release belongs: write it as 2026-11-30`);
  const [, section = ""] = changelog.split(/^## .*$/m);
  if (section.trim() === "") problems.push("the newest section of CHANGELOG.md is empty: say what users notice");
  return problems;
}

/** The facts of this repository. */
export function releaseFacts(tag: string | undefined): ReleaseFacts {
  const json = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
  const names = ["vivavoce", "create-viva"];
  return {
    tag,
    packages: Object.fromEntries(names.map((name) => [name, json(`packages/${name}/package.json`)])),
    lock: json("package-lock.json"),
    changelog: readFileSync(join(root, "CHANGELOG.md"), "utf8"),
  };
}

if (process.argv[1] === import.meta.filename) {
  const facts = releaseFacts(process.argv[2]);
  const problems = releaseProblems(facts);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`ready to release ${facts.packages.vivavoce?.version}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
