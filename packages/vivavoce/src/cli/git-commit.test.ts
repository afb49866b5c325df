import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";
import { gitCommit } from "./git-commit.ts";

describe("the commit of a run", () => {
  test("is kept with the run and shown, together with its note", async () => {
    const { folder, viva, runs } = projectHere({ "a.eval.ts": suiteText() });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
        cwd: folder,
        encoding: "utf8",
        env: { PATH: process.env.PATH, HOME: folder },
      });
    git("init", "--quiet", "--initial-branch", "trunk");
    expect(await gitCommit(folder)).toBeUndefined();
    git("add", "a.eval.ts", "viva.config.ts");
    git("commit", "--quiet", "--message", "First");
    const id = git("rev-parse", "HEAD").trim();
    expect(await gitCommit(folder)).toEqual({ id, branch: "trunk", changed: false });
    writeFileSync(join(folder, "a.eval.ts"), suiteText({ name: "other" }));

    await viva("run --note 'a shorter prompt'");
    const [run] = await runs();
    expect(run?.header).toMatchObject({ note: "a shorter prompt", commit: { id, branch: "trunk", changed: true } });
    const told = `commit ${id.slice(0, 8)} on trunk, with changes`;
    for (const command of ["list", "show latest"]) {
      const { stdout } = await viva(command);
      expect(stdout).toContain(told);
      expect(stdout).toContain("note: a shorter prompt");
    }
    const { header, results } = JSON.parse((await viva("show latest --json")).stdout);
    expect(header).toMatchObject({ note: "a shorter prompt", commit: { id } });
    expect(JSON.stringify(results)).not.toContain("shorter");
    expect((await viva("run --resume --note again")).stderr).toContain("--note");
  });

  test("is left out without a repository or a folder", async () => {
    const { folder } = projectHere({});
    expect(await gitCommit(folder)).toBeUndefined();
    expect(await gitCommit(join(folder, "nowhere"))).toBeUndefined();
  });

  test("is found from a folder below, through a link, and where git's variable says; no branch if none is checked out", async () => {
    const { folder, write } = projectHere({});
    const { folder: elsewhere } = projectHere({});
    const git = (...args: string[]) => {
      const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
      return execFileSync("git", [...who, ...args], { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } });
    };
    write({ "below/further/a.txt": "" });
    git("init", "--quiet");
    git("add", "below");
    git("commit", "--quiet", "--message", "First");
    const commit = await gitCommit(folder);
    expect(commit).toMatchObject({ branch: expect.any(String), changed: false });
    expect(await gitCommit(join(folder, "below", "further"))).toEqual(commit);
    git("checkout", "--quiet", "--detach");
    const detached = { id: commit?.id, changed: false };
    expect(await gitCommit(folder)).toEqual(detached);
    symlinkSync(join(folder, "below"), join(elsewhere, "link"));
    expect(await gitCommit(join(elsewhere, "link"))).toEqual(detached);
    vi.stubEnv("GIT_DIR", join(folder, ".git"));
    expect(await gitCommit(elsewhere)).toMatchObject({ id: commit?.id });
    vi.unstubAllEnvs();
    expect(await gitCommit(elsewhere)).toBeUndefined();
  });
});
