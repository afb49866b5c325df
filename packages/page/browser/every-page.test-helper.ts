import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runViva } from "../../../scripts/run-viva.ts";
import { actions, views } from "../../vivavoce/dist/report/index.js";
import { coach, emptyProject, wholeRun } from "./made-run.test-helper.ts";
import { closeLater, exampleProject, served } from "./page.test-helper.ts";
import { timedTrial } from "./timed-case.test-helper.ts";

type Context = Parameters<typeof actions.labels.act>[0];

/** Labels of two people, most of which agree with the judge, so that a card has its figures. */
async function label(context: Context, rater: string, run: string): Promise<void> {
  for (let index = 0; index < 60; index++) {
    const asked = { rater, run, suite: "flow-coach", metric: "criteria", limit: 1 };
    const [next] = (await views.review.answer(context, asked)).items;
    if (!next) return;
    const scores = (await context.store.trials.find(next.item))?.scores ?? [];
    const checks = scores.flatMap((score) => (score.status === "scored" ? score.checks : []));
    const ok = checks.find(({ id }) => id === next.item.criterion)?.ok === (index % 9 !== 0);
    const said = { verdict: ok ? ("pass" as const) : ("fail" as const), reason: "it promises more than it did" };
    await actions.labels.act(context, { rater, item: next.item, ...said });
  }
}

/** The example exams' runs, two made-up ones beside them, labels, and a baseline. */
async function fullProject() {
  const folder = mkdtempSync(join(tmpdir(), "viva-every-page-"));
  closeLater(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(await exampleProject(), ".viva"), join(folder, ".viva"), { recursive: true });
  const { store, address } = await served(folder);
  const [later, earlier] = (await store.runs.list()).map(({ id }) => id);
  if (!later || !earlier) throw new Error("the project has not two runs");
  for (const rater of ["Ana", "Ben"]) await label({ store, invocation: "npx viva" }, rater, earlier);
  const reason = "promised a refund that the policy does not allow, without having looked at the order of the user";
  const desk = Array.from({ length: 30 }, (_, index) =>
    ["v1", "v2"].map((prompt, at) => ({
      ...{ id: `order-question-${index}`, prompt, values: [index % 3 > at ? 1 : 0, 0.91], tags: ["refunds"], reason },
      took: { cost: 0.0123, firstWordMs: 1_345, replyMs: 5_432, tokens: 123_456 },
    })),
  ).flat();
  for (const [id, at] of [
    ["aaaa1111", 1_000],
    ["bbbb2222", 2_000],
    ["cccc3333", 3_000],
  ] as const)
    await wholeRun(store, { id, at, prompts: ["v1", "v2"], suites: [coach(30)] }, desk);
  await wholeRun(store, { id: "dddd4444", at: 4_000, note: "with everything that takes time" }, [timedTrial]);
  return { address, later, earlier };
}

/** A page, and what is there when it has loaded. */
export type PageAt = readonly [name: string, address: string, loaded: string];

/** Every page there is, full and empty, from a server and in a report's file. */
export async function everyPage(): Promise<PageAt[]> {
  const { address, later, earlier } = await fullProject();
  const { address: empty } = await emptyProject();
  const folder = await exampleProject();
  if (!readdirSync(folder).includes("results")) runViva(["show", "latest", "--report", "html"], { cwd: folder });
  const [name = ""] = readdirSync(join(folder, "results")).filter((file) => file.endsWith(".html"));
  const report = pathToFileURL(join(folder, "results", name)).href;
  return [
    ["runs", `${address}#/`, "[data-run] .counts"],
    ["run", `${address}#/run/${later}`, ".plots .shape"],
    ["run of two variants", `${address}#/run/aaaa1111?group=reason`, ".case-row.group"],
    ["case", `${address}#/case/${earlier}/0/archive-everything`, ".history tbody tr"],
    ["case that took time", `${address}#/case/dddd4444/0/timed`, ".history tbody tr"],
    ["stored trial", `${address}#/case/dddd4444/0/timed?as=json`, ".trial pre"],
    ["comparison", `${address}#/compare/${earlier}/${later}?suite=flow-coach`, ".dumbbells"],
    [
      "comparison with a flip",
      `${address}#/compare/${earlier}/${later}?suite=flow-coach&case=archive-everything`,
      ".conversations",
    ],
    ["comparison of three", `${address}#/compare/aaaa1111/bbbb2222/cccc3333`, ".several tbody tr:nth-child(3)"],
    ["review", `${address}#/review?suite=flow-coach&run=${earlier}`, ".item .trial"],
    ["judges", `${address}#/judges`, ".judges li"],
    ["judge card", `${address}#/judges/flow-coach/criteria`, ".confusion"],
    ["find", `${address}#/find`, "search"],
    ["hits", `${address}#/find?text=archive`, ".hits li"],
    ["page that is not there", `${address}#/nowhere`, ".problem"],
    ["runs of an empty store", `${empty}#/`, "h1"],
    ["comparison in an empty store", `${empty}#/compare`, "h1"],
    ["review of an empty store", `${empty}#/review`, "main p"],
    ["judges of an empty store", `${empty}#/judges`, "h1"],
    ["search of an empty store", `${empty}#/find?text=refund`, "[role=status]"],
    ["report", report, ".plots .shape"],
    ["case in a report", `${report}#/case/${later}/0/archive-everything`, ".trial"],
  ];
}
