import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type ReleaseFacts, releaseFacts, releaseProblems } from "./release-check.ts";
import { root } from "./run-viva.ts";

const ready: ReleaseFacts = {
  tag: "v1.2.3",
  packages: {
    vivavoce: { version: "1.2.3" },
    "create-viva": { version: "1.2.3", dependencies: { vivavoce: "1.2.3" } },
  },
  lock: { packages: { "packages/vivavoce": { version: "1.2.3" }, "packages/create-viva": { version: "1.2.3" } } },
  changelog: "# Changelog\n\n## [1.2.3] - 2026-11-30\n\n- Something.\n\n## [1.2.2] - 2026-01-01\n\n- Older.\n",
};

test("this repository agrees with itself on its version", () => {
  expect(releaseProblems(releaseFacts(undefined))).toEqual([]);
});

test("a release is ready when tag, packages, lock and changelog say the same", () => {
  expect(releaseProblems(ready)).toEqual([]);
});

test.each<[string, Partial<ReleaseFacts>, RegExp]>([
  ["another tag", { tag: "v1.2.4" }, /^the tag is 1\.2\.4, and vivavoce is 1\.2\.3/],
  [
    "a package that was left behind, and its dependency",
    { packages: { ...ready.packages, "create-viva": { version: "1.2.2", dependencies: { vivavoce: "1.2.2" } } } },
    /create-viva in package\.json is 1\.2\.2[\s\S]*depends on is 1\.2\.2/,
  ],
  ["a lock that was not written", { lock: { packages: {} } }, /vivavoce in package-lock\.json is missing/],
  [
    "a changelog of another version",
    { changelog: "## [1.2.2] - 2026-01-01\n\n- Older.\n" },
    /section of CHANGELOG\.md is 1\.2\.2/,
  ],
  ["a changelog without the day", { changelog: "## [1.2.3] - unreleased\n\n- New.\n" }, /says "unreleased"/],
  ["nothing in the changelog", { changelog: "## [1.2.3] - 2026-11-30\n\n## [1.2.2]\n\n- Older.\n" }, /is empty/],
  ["no changelog", { changelog: "" }, /section of CHANGELOG\.md is missing/],
])("%s stops it", (_what, change, says) => {
  expect(releaseProblems({ ...ready, ...change }).join("\n")).toMatch(says);
});

test("the workflow checks and tests before it publishes, and hands its token to that job alone", () => {
  const text = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
  const { on, permissions, jobs } = parse(text);
  expect(on).toEqual({ push: { tags: ["v[0-9]+.[0-9]+.[0-9]+"] } });
  expect(permissions).toEqual({ contents: "read" });
  expect(jobs.publish).toMatchObject({ needs: "test", permissions: { contents: "read", "id-token": "write" } });
  expect(jobs.test.permissions).toBeUndefined();
  const runs = (job: string): string[] => jobs[job].steps.flatMap(({ run }: { run?: string }) => run ?? []);
  expect(runs("test")).toContain('node scripts/release-check.ts "$GITHUB_REF_NAME"');
  expect(runs("test")).toContain("npm test");
  const published = runs("publish").join("\n");
  // create-viva depends on that very version of vivavoce.
  expect(published).toMatch(
    /npm publish --provenance[^\n]* -w vivavoce\nnpm publish --provenance[^\n]* -w create-viva/,
  );
  for (const run of [...runs("test"), ...runs("publish")]) expect(run).not.toContain("${{");
  expect(text).not.toMatch(/continue-on-error|\|\| true/);
});
