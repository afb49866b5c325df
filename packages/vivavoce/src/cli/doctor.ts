import { relative } from "node:path";
import { cellsOf, exitCodes, InputError, listed, padEnd, plural, sentencesOf, version } from "../base/index.ts";
import { connectRedis, type RedisPlace, redisPlace, redisSource } from "../queue/index.ts";
import {
  defaultOptions,
  missingJudges,
  OpenedModels,
  planSuite,
  type SuitePlan,
  suiteModels,
  tapeFaults,
} from "../run/index.ts";
import { type LoadedSuite, loadSuites } from "../suite/index.ts";
import { commandOf } from "./command.ts";
import { cleanText, print } from "./print.ts";
import { type Surroundings, surroundings, withStore } from "./surroundings.ts";

/** The result of one check. */
interface Finding {
  state: "good" | "warn" | "bad";
  what: string;
  detail: string;
}

const marks = { good: "✓", warn: "!", bad: "✗" } as const;

export default commandOf({
  async act() {
    const around = await surroundings();
    const findings = await examine(around);
    const width = Math.max(...findings.map(({ what }) => cellsOf(what)));
    for (const { state, what, detail } of findings) {
      const indented = cleanText(detail).replaceAll("\n", `\n${" ".repeat(width + 4)}`);
      print(`${around.style[state](marks[state])} ${padEnd(what, width)}  ${indented}`);
    }
    return findings.some(({ state }) => state === "bad") ? exitCodes.usage : exitCodes.pass;
  },
});

async function examine(around: Surroundings): Promise<Finding[]> {
  const { project, cwd } = around;
  const near = (file: string) => relative(cwd, file) || file;
  const good = (what: string, detail: string): Finding => ({ state: "good", what, detail });
  const { configFile, root } = project;
  const findings: Finding[] = [
    good("viva", version),
    good("node", process.versions.node),
    good("config", configFile === undefined ? `none found; Viva looks for suites in ${root}` : near(configFile)),
    await attempt("store", () => examineStore()),
  ];
  const queue = around.environment.VIVA_QUEUE;
  if (queue) findings.push(await attempt("queue", () => examineQueue(redisPlace(queue))));
  let suites: LoadedSuite[] = [];
  findings.push(
    await attempt("suites", async () => {
      suites = await loadSuites(project, [], around.cwd);
      return { detail: suites.map(({ suite }) => suite.name).join(", ") };
    }),
  );
  for (const loaded of suites) findings.push(await attempt(loaded.suite.name, () => examineSuite(around, loaded)));
  return findings;
}

function examineStore(): Promise<Seen> {
  return withStore(async ({ store, cwd }) => {
    const runs = await store.runs.list();
    // Such a store can be read, but no run can be stored in it.
    const warning = await store.checkWritable().then(() => undefined, sentencesOf);
    const place = store.file === undefined ? store.place : relative(cwd, store.file);
    return { detail: `${place}, ${plural(runs.length, "run")}`, warning };
  });
}

/** Longer than a server needs to answer, and short enough for a check. */
const patienceMs = 10_000;

async function examineQueue(place: RedisPlace): Promise<Seen> {
  const connection = await connectRedis(place, { patienceMs, say: () => {} });
  try {
    const runs = await redisSource(connection, "doctor").runs();
    return { detail: `${place.shown}, ${plural(runs.length, "run")} under way` };
  } finally {
    connection.close();
  }
}

/** What was found. A warning names something that may be intended, but may surprise. */
interface Seen {
  detail: string;
  warning?: string | undefined;
}

async function examineSuite({ project, environment, cwd, redactor }: Surroundings, loaded: LoadedSuite): Promise<Seen> {
  const models = suiteModels(loaded, project, defaultOptions, environment, new OpenedModels());
  const settings = { position: 0, project, models, options: defaultOptions, failedBefore: undefined, redactor };
  const plan = await planSuite(loaded, settings);
  const missing = [...new Set(models.missingKeys())].join(", ");
  const keys = missing === "" ? "would play live" : `${missing} is not set: would replay`;
  const planned = plan.variants.reduce((sum, variant) => sum + variant.cases.length, 0);
  const warnings = plan.warnings.length > 0 ? `, ${plural(plan.warnings.length, "warning")}` : "";
  const untaped = plan.mode.kind === "replay" ? await untapedPaths(plan) : [];
  const how = plan.mode.kind === "replay" ? "with a recording" : "planned";
  const judgeless = await missingJudges(plan);
  if (judgeless.length > 0) throw new InputError(judgeless);
  const { withoutJudge, perhapsComplete, incomplete } = await tapeFaults(plan);
  const shown = (file: string) => relative(cwd, file) || file;
  const filesIn = (files: readonly string[]) => listed(files.map(shown), 3);
  const told = [
    ...(untaped.length === 0 ? [] : [`no recording, record with --record missing: ${filesIn(untaped)}`]),
    ...(withoutJudge.length === 0 ? [] : [`no judge's answer in ${filesIn(withoutJudge)}`]),
    ...(incomplete.length === 0 ? [] : [`incomplete, complete them with --record missing: ${filesIn(incomplete)}`]),
  ];
  const perhaps =
    perhapsComplete.length === 0
      ? ""
      : `\nno judge's answer, which is right if no judged metric applies: ${filesIn(perhapsComplete)}`;
  return {
    detail: `${plural(plan.cases.size, "case")}, ${planned - untaped.length} ${how}; ${keys}${warnings}${perhaps}`,
    warning: told.length === 0 ? undefined : told.join("\n"),
  };
}

/** Where the tapes would be that a replay misses. */
async function untapedPaths({ variants, cases, cassette }: SuitePlan): Promise<string[]> {
  const paths: string[] = [];
  for (const { variant, cases: positions } of variants) {
    const taped = await cassette.list(variant);
    const ids = Array.from(positions, (position) => cases.id(position));
    paths.push(...ids.filter((id) => !taped.has(id)).map((id) => cassette.path(variant, id)));
  }
  return paths;
}

async function attempt(what: string, look: () => Promise<Seen>): Promise<Finding> {
  try {
    const { detail, warning } = await look();
    return warning === undefined
      ? { state: "good", what, detail }
      : { state: "warn", what, detail: `${detail}\n${warning}` };
  } catch (error) {
    return { state: "bad", what, detail: error instanceof InputError ? error.message : sentencesOf(error) };
  }
}
