import { describe, expect, test } from "vitest";
import { labelOf } from "../../shape/label.test-helper.ts";
import { projectHere, suiteText } from "../cli.test-helper.ts";

const lines = (...labels: object[]) => labels.map((label) => `${JSON.stringify(label)}\n`).join("");

describe.concurrent("viva judge labels", () => {
  test("exports what it imports, and imports nothing twice", async () => {
    const text = lines(
      labelOf({ run: "elsewhere" }),
      labelOf({ id: "l2", suite: "desk", run: "elsewhere", rater: "Ben" }),
    );
    const { viva, read, write } = projectHere({ "ana.jsonl": text });
    const none = await viva("judge labels");
    expect(none).toMatchObject({ code: 0, stdout: "no labels yet: npx viva view has a page for them, Review\n" });
    const first = await viva("judge labels --import ana.jsonl");
    expect(first).toMatchObject({ code: 0, stdout: "2 labels imported, 0 known already\n" });
    expect(first.stderr).toContain("2 labels of runs that are not in this store: they count, but cannot be shown");
    expect((await viva("judge labels --import ana.jsonl")).stdout).toBe("0 labels imported, 2 known already\n");
    expect((await viva("judge labels --export kept/all.jsonl")).stdout).toBe("2 labels written to kept/all.jsonl\n");
    expect(read("kept/all.jsonl")).toBe(text);
    expect((await viva("judge labels desk --export desk.jsonl")).stdout).toContain("1 label written");
    expect(JSON.parse((await viva("judge labels desk --json")).stdout)).toMatchObject([{ id: "l2", rater: "Ben" }]);

    write({
      "bad.jsonl": lines(labelOf({ id: "new" }), labelOf({ run: "elsewhere", verdict: "fail", reason: "no" }), {
        id: "x",
      }),
    });
    const refused = await viva("judge labels --import bad.jsonl");
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain("bad.jsonl:2: label l1 differs from the label of the same id in the store");
    expect(refused.stderr).toContain("bad.jsonl:3: rater: ");
    expect(JSON.parse((await viva("judge labels --json")).stdout)).toHaveLength(2);
    expect(await viva("judge labels --import nothing.jsonl")).toMatchObject({ code: 64 });
    expect(await viva("judge labels --json --export a.jsonl")).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("--json cannot be combined with --export"),
    });
  });

  test("lists who said what, beside the judge's verdict, safely", async () => {
    const label = labelOf({ verdict: "fail", reason: "never asked\u001b[31m", rater: "Ana" });
    const { viva } = projectHere({ "ana.jsonl": lines(label) });
    await viva("judge labels --import ana.jsonl");
    const { stdout } = await viva("judge labels coach");
    expect(stdout).toContain("fail     Ana, 1970-01-01; the judge: pass\n         coach · a · run r1\n");
    expect(stdout).toContain("criteria c1: asks before archiving\n");
    expect(stdout).toContain("1 label by 1 person; 1 drawn at random\n");
    expect(stdout).not.toContain("\u001b");
  });

  test("viva rm keeps a labelled run and says so, and deletes it with its labels on request", async () => {
    const { viva, runs, write } = projectHere({ "a.eval.ts": suiteText() });
    await viva("run");
    await viva("run");
    const [second = "", first = ""] = (await runs()).map(({ id }) => id);
    write({ "ana.jsonl": lines(labelOf({ run: first })) });
    await viva("judge labels --import ana.jsonl");
    const named = await viva(`rm ${second} ${first}`);
    expect(named.code).toBe(64);
    expect(named.stderr).toContain(`run ${first} has 1 label; without it they cannot be checked again`);
    expect(await runs()).toHaveLength(2);
    const pruned = await viva("rm --keep 0");
    expect(pruned.stdout).toBe(
      `deleted ${second}\nkept ${first}: it has 1 label; --with-labels deletes it too\n1 run deleted\n`,
    );
    expect((await viva(`rm ${first} --with-labels`)).stdout).toBe(`deleted ${first} and its 1 label\n`);
    expect([await runs(), JSON.parse((await viva("judge labels --json")).stdout)]).toEqual([[], []]);
  });
});
