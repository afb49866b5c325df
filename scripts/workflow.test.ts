import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { json, text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { action, scriptOf, useOf, workflowIn } from "./ci/action-steps.ts";
import { root } from "./run-viva.ts";

const files = [".github/workflows/ci.yml", "docs/ci/viva.yml"];

describe.each(files)("%s", (file) => {
  const workflow = workflowIn(file);

  test("plays a few cases on pull requests and all of them at night, each with a budget and the baseline", () => {
    expect(Object.keys(workflow.on)).toEqual(expect.arrayContaining(["pull_request", "schedule"]));
    const [smoke, nightly] = ["smoke", "nightly"].map((job) => useOf(workflow, job));
    expect(smoke?.with).toMatchObject({
      args: expect.stringContaining("--tag smoke"),
      baseline: "baselines/main.json",
    });
    expect(nightly?.with).toMatchObject({ args: expect.stringContaining("--live"), baseline: "baselines/main.json" });
    for (const step of [smoke, nightly]) {
      expect(Number(step?.with?.["max-cost"])).toBeGreaterThan(0);
      expect(() => scriptOf("Hold the exam", step?.with)).not.toThrow();
      for (const key of Object.values(step?.env ?? {})) expect(key).toMatch(/^\$\{\{ secrets\.\w+_API_KEY \}\}$/);
    }
  });

  test("gives as few rights as will do, and swallows no failure", () => {
    expect(readFileSync(join(root, file), "utf8")).not.toMatch(/continue-on-error|\|\| true|pull_request_target/);
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(workflow.jobs.smoke?.permissions).toEqual({ contents: "read", "pull-requests": "write" });
    for (const { steps } of Object.values(workflow.jobs)) {
      for (const { run } of steps) expect(run ?? "").not.toContain("${{");
    }
  });
});

test("docs/ci/shards.yml plays every shard of as many as there are, keeps its store, and merges whatever happened", () => {
  const { jobs, permissions } = workflowIn("docs/ci/shards.yml");
  const { shard, merge } = jobs;
  const numbers = shard?.strategy?.matrix.shard ?? [];
  const [played] = shard?.steps.filter(({ name }) => name === "Play the shard") ?? [];
  expect(played?.env?.SHARD).toBe(`\${{ matrix.shard }}/${numbers.length}`);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(shard?.strategy?.["fail-fast"]).toBe(false);
  expect(merge).toMatchObject({ needs: "shard", if: expect.stringContaining("!cancelled()") });
  const uploads = Object.values(jobs).flatMap(({ steps }) => steps.filter(({ uses }) => uses?.includes("upload")));
  for (const upload of uploads) {
    expect(upload).toMatchObject({
      if: expect.stringContaining("!cancelled()"),
      with: { "include-hidden-files": true, overwrite: true },
    });
  }
  expect(permissions).toEqual({ contents: "read" });
  for (const { run } of Object.values(jobs).flatMap(({ steps }) => steps)) expect(run ?? "").not.toContain("${{");
});

test("actions of others are pinned by commit: a tag can be moved to other code", () => {
  const workflows = readdirSync(join(root, ".github/workflows")).map((name) => workflowIn(`.github/workflows/${name}`));
  const steps = [...workflows.flatMap(({ jobs }) => Object.values(jobs)), action.runs].flatMap((job) => job.steps);
  const used = steps.flatMap(({ uses }) => uses ?? []).filter((uses) => uses !== "./");
  expect(used.length).toBeGreaterThan(8);
  expect(used.filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
});

test("a release is published by the workflow's own identity, without a token that somebody keeps", () => {
  expect(readFileSync(join(root, ".github/workflows/release.yml"), "utf8")).not.toMatch(/secrets\.|AUTH_TOKEN/);
  const { permissions, jobs } = workflowIn(".github/workflows/release.yml");
  expect(permissions).toEqual({ contents: "read" });
  expect(jobs.test?.permissions).toBeUndefined();
  expect(jobs.publish).toMatchObject({ needs: "test", permissions: { contents: "read", "id-token": "write" } });
});

describe("the action", () => {
  test("puts nothing from outside into a script, and swallows no failure", () => {
    expect(action.runs.using).toBe("composite");
    for (const { run, uses, shell } of action.runs.steps) {
      expect(run ?? "").not.toContain("${{");
      expect(run ?? "").not.toMatch(/\|\| true/);
      if (uses === undefined) expect(shell).toBe("bash");
    }
    expect(JSON.stringify(action)).not.toContain("continue-on-error");
    for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\.$/);
  });

  test("reports, keeps and comments whatever the verdict, and comments where the token may write", () => {
    const stepsAfter = action.runs.steps.slice(action.runs.steps.findIndex(({ id }) => id === "exam") + 1);
    for (const step of stepsAfter) expect(step.if).toContain("always()");
    expect(stepsAfter.at(-1)?.if).toContain("head.repo.full_name == github.repository");
  });

  test("has the same commands for GitLab and for a shell", () => {
    const exam = (job: string) => {
      const { env } = scriptOf("Hold the exam", useOf(workflowIn("docs/ci/viva.yml"), job).with);
      const { VIVA_ARGS, MAX_COST, BASELINE } = env;
      return [`${VIVA_ARGS} --max-cost ${MAX_COST}`, `--baseline ${BASELINE} --report html,junit,json,markdown`];
    };
    const gitlab = parse(readFileSync(join(root, "docs/ci/gitlab-ci.yml"), "utf8"));
    const shell = readFileSync(join(root, "docs/ci/run.sh"), "utf8");
    for (const job of ["smoke", "nightly"]) {
      const [first, rest] = exam(job);
      expect(gitlab[`viva-${job}`].script).toEqual([`npx --no viva run ${first} ${rest}`]);
      expect(shell).toContain(`${job}) exam=(${first})`);
      expect(shell).toContain(`npx --no viva run "\${exam[@]}" ${rest}`);
    }
  });
});

describe("a pull request that changes the baseline", () => {
  test("is warned of; one that leaves it alone is not", () => {
    const here = mkdtempSync(join(tmpdir(), "viva-base-"));
    const { run, env } = scriptOf(
      "Look whether the baseline is that of the base branch",
      { baseline: "main.json" },
      { "github.base_ref": "main" },
    );
    const bash = (script: string) =>
      spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
        cwd: here,
        env: { PATH: process.env.PATH, HOME: here, ...env },
        encoding: "utf8",
      });
    const identity = "-c user.name=a -c user.email=a@example.org";
    bash(`git init -q -b main . && echo old > main.json && git add . && git ${identity} commit -qm base
      git remote add origin "$PWD"`);
    expect(bash(run)).toMatchObject({ status: 0, stdout: "" });
    writeFileSync(join(here, "main.json"), "new");
    expect(bash(run)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^::warning::The baseline differs/) });
    bash("git remote set-url origin ./nowhere");
    expect(bash(run)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^::notice::.*could not be fetched/) });
    rmSync(here, { recursive: true, force: true });
  });
});

const folder = mkdtempSync(join(tmpdir(), "viva-comment-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Comment {
  id: number;
  body: string;
  user: { login: string; type: string };
}

/** As much of GitHub as a comment needs. `refuses`: the token may read only. */
async function fakeGitHub(comments: Comment[], { refuses = false } = {}) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    asked.push(`${request.method} ${path}`);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== "Bearer token") return send(401, {});
    if (path === "/user") return send(403, {});
    if (request.method === "GET") {
      const page = Number(new URLSearchParams(query).get("page"));
      return send(200, comments.slice((page - 1) * 100, page * 100));
    }
    if (refuses) return send(403, { message: "Resource not accessible by integration" });
    const { body } = (await json(request)) as { body: string };
    const known = comments.find(({ id }) => path === `/repos/some/one/issues/comments/${id}`);
    if (request.method === "PATCH" && known) known.body = body;
    else if (path === "/repos/some/one/issues/7/comments")
      comments.push({ id: comments.length + 1, body, user: { login: "github-actions[bot]", type: "Bot" } });
    else return send(404, {});
    return send(200, {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, [Symbol.asyncDispose]: async () => void server.close() };
}

/** Runs the action's own step. */
async function comment(
  api: string,
  exitCode: string,
  { name = "viva", started = 0 } = {},
): Promise<{ code: number | null; said: string }> {
  const { run, env } = scriptOf(
    "Comment on the pull request",
    { name, "github-token": "token" },
    {
      "github.event.pull_request.number": "7",
      "github.event.pull_request.head.sha": "0123456789abcdef",
      "steps.exam.outputs.exit-code": exitCode,
      "steps.exam.outputs.started": String(started),
    },
  );
  const github = { GITHUB_API_URL: api, GITHUB_SERVER_URL: "https://example.org", GITHUB_REPOSITORY: "some/one" };
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
    cwd: folder,
    env: { PATH, GITHUB_ACTION_PATH: root, GITHUB_RUN_ID: "42", ...github, ...env },
  });
  const [said, told] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, said: said + told };
}

function writeReport(name: string, content: string): void {
  mkdirSync(join(folder, "results"), { recursive: true });
  writeFileSync(join(folder, "results", name), content);
}

describe("the comment on a pull request", () => {
  test("is written once and then replaced, also when a later run ends without a report", async () => {
    const stranger = { login: "mallory", type: "User" };
    const posed = { id: 1, body: "<!-- viva-comment:viva -->\nmine", user: stranger };
    const chatter = Array.from({ length: 120 }, (_, index) => ({ id: index + 2, body: "I agree", user: stranger }));
    const comments: Comment[] = [posed, ...chatter];
    await using github = await fakeGitHub(comments);
    expect(await comment(github.url, "64")).toEqual({ code: 0, said: "" });
    expect(comments).toHaveLength(122);
    expect(comments.at(-1)?.body).toContain("ended without a report");
    writeReport("2026-01-01T00-00-00-a.md", "old");
    writeReport("2026-01-02T00-00-00-a.md", `<!-- viva-report:a -->\n### ✅ pass ${"x".repeat(70_000)}`);
    expect(await comment(github.url, "0")).toEqual({ code: 0, said: "" });
    expect(comments).toHaveLength(122);
    const { body = "" } = comments.at(-1) ?? {};
    expect(body).toMatch(/^<!-- viva-comment:viva -->\n<!-- viva-report:a -->\n### ✅ pass/);
    expect(body).toContain(
      "Exit code 0 (pass) · 0123456 · [log and reports](https://example.org/some/one/actions/runs/42)",
    );
    expect(body.length).toBeLessThan(65_536);
    expect(posed.body).toBe("<!-- viva-comment:viva -->\nmine");
    expect(await comment(github.url, "0", { name: "viva-other" })).toMatchObject({ code: 0 });
    expect(comments).toHaveLength(123);
    // What an earlier exam of the job has left is not this one's report.
    expect(await comment(github.url, "3", { started: Date.now() / 1_000 + 60 })).toMatchObject({ code: 0 });
    expect(comments.at(-2)?.body).toContain("ended without a report");
    // A plan or a help text is not a pass.
    expect(await comment(github.url, "0", { started: Date.now() / 1_000 + 60 })).toMatchObject({ code: 0 });
    expect(comments.at(-2)?.body).toContain("Exit code 0 (nothing was played)");
  });

  test("does not change the verdict where it cannot be written, and says what it takes", async () => {
    await using github = await fakeGitHub([], { refuses: true });
    const { code, said } = await comment(github.url, "0");
    expect(code).toBe(0);
    expect(said).toMatch(/^::warning::.*403.*pull-requests: write/);
  });
});
