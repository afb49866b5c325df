import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { greeterProject, play, sixtyCases } from "./comparing.test-helper.ts";

describe.concurrent("the comparison in reports", () => {
  test("is in those of compare, of run --baseline and of gate, with the verdict that the terminal prints", async () => {
    const project = greeterProject({ fields: "gate: { passRate: 0.5 }" });
    const read = (ending: string) => {
      const name = readdirSync(join(project.folder, "results")).find((one) => one.endsWith(ending));
      return project.read(`results/${name}`);
    };
    const good = await play(project, "good");
    const played = await project.viva(`run --variant version=bad --baseline ${good} --report html,junit,json,markdown`);
    expect(played.code).toBe(1);
    const [bad = ""] = (await project.runs()).map(({ id }) => id);
    const { header } = JSON.parse(read(`exam-${bad}.json`));
    const [{ reason }] = header.decisions;
    expect(header.comparison.suites[0].decision).toMatchObject({ verdict: "fail", reason });
    const comment = read(`exam-${bad}.md`);
    expect(comment).toContain("### `exam` ❌ fail");
    expect(comment).toContain(`#### Compared with \`${good}\`\n\n\`${reason}\``);
    expect(comment).toContain("20 flips: 20 worse, 0 better");
    expect(read(`exam-${bad}.junit.xml`)).not.toContain("flip");
    const whole = read(`exam-${bad}.html`);
    expect(whole).toContain(`data-start="#/compare/${good}/${bad}"`);
    // All 60 cases of the run, once, and the earlier side of its 20 flips.
    expect(whole.match(new RegExp(`id="case\\?[^"]*run=${bad}`, "g"))).toHaveLength(60);
    expect(whole.match(new RegExp(`id="case\\?[^"]*run=${good}`, "g"))).toHaveLength(20);
    const gated = await project.viva(`gate latest --baseline ${good} --report markdown`);
    expect(gated.code).toBe(1);
    expect(read(`exam-${bad}.md`)).toBe(comment);

    const { code, stdout } = await project.viva(`compare ${good} ${bad} --report html,markdown,json`);
    expect(code).toBe(1);
    expect(stdout).toContain(`exam   FAIL: ${reason}\n`);
    expect(
      stdout.match(new RegExp(`^report: results/[\\dT-]+-compare-${good}-${bad}\\.(html|md|json)$`, "gm")),
    ).toHaveLength(3);
    const report = JSON.parse(read(`compare-${good}-${bad}.json`));
    expect(report.header).toMatchObject({ verdict: "fail", exitCode: 1, before: { name: good }, after: { name: bad } });
    expect(report.suites[0].decision).toMatchObject({ verdict: "fail", reason });
    expect(JSON.parse((await project.viva(`compare ${good} ${bad} --json`)).stdout)).toEqual(report);
    expect(read(`compare-${good}-${bad}.md`)).toContain(`### \`exam\` ❌ fail\n\n\`${reason}\``);
    const page = read(`compare-${good}-${bad}.html`);
    expect(page).toContain(`data-start="#/compare/${good}/${bad}"`);
    expect(page).toContain(`<p>FAIL: ${reason}</p>`);
    // Both sides of all 20 flips, and the comparison itself.
    expect(page.match(/<script type="application\/json" id="case\?/g)).toHaveLength(40);
    expect(page.match(/<script type="application\/json" id="compare\?/g)).toHaveLength(1);
    const junit = await project.viva(`compare ${good} ${bad} --report junit`);
    expect(junit.code).toBe(64);
    expect(junit.stderr).toContain("JUnit XML holds the trials of one run and cannot show a comparison");
    const other = await project.viva(`compare ${good} ${bad} --suite other`);
    expect(other.code).toBe(64);
    expect(other.stderr).toContain("there is no suite other in");
  });

  test("a refusal is in the reports as well, and the exit code stays", async () => {
    const project = greeterProject();
    const good = await play(project, "good", "--case case-1");
    project.write({ "exam.eval.ts": sixtyCases({ metrics: "[contains({ ignoreCase: true })]" }) });
    const later = await play(project, "good", "--case case-1");
    const refused = await project.viva(`compare ${good} ${later} --report markdown,html,json`);
    expect(refused.code).toBe(64);
    const names = readdirSync(join(project.folder, "results")).sort();
    const [html = "", json = "", markdown = ""] = names.map((name) => project.read(`results/${name}`));
    for (const text of [html, json, markdown]) {
      expect(text).toContain("different metrics decide it: contains");
      expect(text).toContain(`score ${good} --all`);
    }
    expect(JSON.parse(json).header).toMatchObject({ verdict: "error", exitCode: 64 });
    expect(markdown).toContain("⚠️ not comparable");
    expect(html).toContain("NOT COMPARABLE");
  });

  test("a comparison that passes never hides a suite that fails by its own gates", async () => {
    const project = greeterProject({ fields: "gate: { passRate: 0.99, margin: 0.2 }" });
    const good = await play(project, "good");
    const played = await project.viva(
      `run --variant version=slight --baseline ${good} --case 'case-*' --report html,json,markdown`,
    );
    expect(played.code).toBe(1);
    // The only verdict that the terminal prints is that of the exit code.
    expect(played.stdout.match(/^exam {3}(PASS|FAIL): /gm)).toEqual(["exam   FAIL: "]);
    const names = readdirSync(join(project.folder, "results")).sort();
    const [html = "", json = "", markdown = ""] = names.map((name) => project.read(`results/${name}`));
    const { comparison } = JSON.parse(json).header;
    const reason = "an observed pass rate of 0.95 over 60 cases is under the floor of 0.99";
    const own = { suite: "exam", verdict: "fail", reason };
    expect(comparison.suites[0].decision.verdict).toBe("pass");
    expect(comparison.header).toMatchObject({ verdict: "fail", exitCode: 1, ownGates: [own] });
    expect(markdown).toMatch(/^### .*❌ fail$/m);
    expect(markdown).not.toMatch(/^#+ .*✅ pass/m);
    const [, block = ""] = /id="compare\?[^>]*>(.*)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(block)).toMatchObject({ verdict: "fail", ownGates: [own] });
    expect(html).toContain(`<b>FAIL</b> ${reason}`);
    expect(html).not.toContain("<p>PASS: ");
  });
});
