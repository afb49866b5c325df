import { describe, expect, test } from "vitest";
import { projectHere } from "./cli.test-helper.ts";
import { greeterProject, play, sixtyCases } from "./comparing.test-helper.ts";

describe.concurrent("viva baseline", () => {
  test("set names the newest run, or the one given; list shows what it is; rm forgets it", async () => {
    const project = greeterProject();
    const first = await play(project, "good");
    const second = await play(project, "bad");
    const set = await project.viva("baseline set main");
    expect(set.stdout).toBe(`main is now run ${second} for exam · version bad, 60 cases\n`);
    expect((await project.viva(`baseline set feature/x ${first.slice(0, 6)}`)).stdout).toContain(`is now run ${first}`);
    const list = await project.viva("baseline list");
    expect(list.stdout).toMatch(new RegExp(`^feature/x {3}exam · version good {3}run ${first}, set \\d{4}-`));
    expect(list.stdout).toContain("agent greeter bad");
    const entries = JSON.parse((await project.viva("baseline list --json")).stdout);
    expect(entries.map(({ name, run }: { name: string; run: string }) => [name, run])).toEqual([
      ["feature/x", first],
      ["main", second],
    ]);
    expect((await project.viva("baseline rm feature/x")).stdout).toBe("deleted baseline feature/x\n");
    expect(await project.viva("baseline rm feature/x")).toMatchObject({ code: 64 });
  });

  test("a name can be neither latest nor anything with a special meaning in a shell", async () => {
    const project = greeterProject();
    await play(project, "good");
    for (const name of ["latest", "'two words'", "''"]) {
      expect((await project.viva(`baseline set ${name}`)).code).toBe(64);
    }
    expect((await project.viva("baseline list")).stdout).toContain("no baselines yet");
  });

  test("an unfinished run cannot be a baseline", async () => {
    const project = greeterProject();
    await project.viva("run --variant version=bad --bail --concurrency 1");
    const { code, stderr } = await project.viva("baseline set main");
    expect(code).toBe(64);
    expect(stderr).toContain("is unfinished, so it cannot be a baseline");
  });

  test("neither a stand-in's run nor a run of selected cases without --partial can be a baseline", async () => {
    const project = greeterProject();
    await play(project, "good", "--agent nothing");
    const standIn = await project.viva("baseline set main");
    expect(standIn.code).toBe(64);
    expect(standIn.stderr).toMatch(
      /run \w+ examined the stand-in "nothing", not the agent, so it cannot be a baseline\n/,
    );
    expect(standIn.stderr).toContain("Play the whole suite first: npx viva run.");
    const whole = await play(project, "good");
    const part = await play(project, "good", "--tag odd");
    const selected = await project.viva("baseline set main");
    expect(selected.code).toBe(64);
    expect(selected.stderr).toContain(`run ${part} played selected cases only, so it cannot be a baseline`);
    expect(selected.stderr).toContain(
      `Take the newest run of the whole suite: npx viva baseline set main ${whole}. Or accept it with --partial.`,
    );
    expect((await project.viva("baseline list")).stdout).toContain("no baselines yet");
    const taken = await project.viva("baseline set odd --partial");
    expect(taken.stdout).toContain(`odd is now run ${part} for exam · version good, 30 cases\n`);
    await play(project, "good", "--agent random");
    expect((await project.viva("baseline set main --partial")).code).toBe(64);
  });

  test("export and import: a repository keeps it, another store compares with it", async () => {
    const project = greeterProject();
    await play(project, "good");
    await project.viva("baseline set main");
    const exported = await project.viva("baseline export main --file kept/main.json");
    expect(exported.stdout).toBe("main is written to kept/main.json\n");
    const text = project.read("kept/main.json");
    expect((await project.viva("baseline export main")).stdout).toBe(text);
    expect(text).not.toContain("Hello");

    const elsewhere = projectHere({ "exam.eval.ts": sixtyCases(), "main.json": text });
    const bad = await play(elsewhere, "bad");
    const byFile = await elsewhere.viva(`compare main.json ${bad}`);
    expect(byFile.code).toBe(1);
    expect(byFile.stdout).toContain("20 flips: 20 worse, 0 better");
    expect(byFile.stdout).toContain("↓ case-1   passed → failed\n        after   contains: ");
    expect((await elsewhere.viva("baseline import main.json")).stdout).toContain("main is now run ");
    expect((await elsewhere.viva("baseline import main.json --name old")).stdout).toContain("old is now run ");
    expect((await elsewhere.viva("baseline export main")).stdout).toBe(text);
    expect((await elsewhere.viva(`compare main ${bad}`)).stdout).toBe(byFile.stdout);
  });

  test("a file that is not a baseline is refused, with the reason", async () => {
    const project = projectHere({ "a.json": "{}", "b.json": "no", "exam.eval.ts": sixtyCases() });
    const wrong = await project.viva("baseline import a.json");
    expect(wrong.code).toBe(64);
    expect(wrong.stderr).toContain("a.json: format: this Viva reads baseline files of the formats 1 to 3");
    expect((await project.viva("baseline import b.json")).stderr).toContain("b.json: the file is not JSON");
    expect((await project.viva("baseline import c.json")).stderr).toContain("c.json: there is no such file or folder");
    expect((await project.viva("compare a.json b.json")).code).toBe(64);
    expect((await project.viva("baseline export nobody")).code).toBe(64);
  });

  test("keeps its values when its run is deleted, and takes the run's newest scores until then", async () => {
    const project = greeterProject();
    const good = await play(project, "good");
    await project.viva("baseline set main");
    project.write({ "exam.eval.ts": sixtyCases({ metrics: "[contains({ ignoreCase: true })]" }) });
    const later = await play(project, "good");
    expect((await project.viva(`compare main ${later}`)).code).toBe(64);
    await project.viva(`score ${good} --all`);
    expect((await project.viva(`compare main ${later}`)).code).toBe(0);
    await project.viva(`rm ${good}`);
    const gone = await project.viva(`compare main ${later}`);
    expect(gone.code).toBe(64);
    expect(gone.stderr).toContain(`The transcripts of run ${good} are not in this store, so set the baseline again`);
  });
});
