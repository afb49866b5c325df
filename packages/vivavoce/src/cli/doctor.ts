import type { Command } from "commander";
import { exitCodes, InputError, messageOf } from "../base/index.ts";
import { defaultOptions, OpenedModels, planSuite, suiteModels } from "../run/index.ts";
import { storeFile } from "../store/index.ts";
import { type LoadedSuite, loadSuites } from "../suite/index.ts";
import { version } from "../version.ts";
import { cleanText } from "./clean-text.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

/** One thing that was looked at. */
interface Finding {
  ok: boolean;
  what: string;
  detail: string;
}

export function describe(command: Command): Command {
  return command.action(async () => {
    const around = await surroundings();
    const findings = await examine(around);
    for (const { ok, what, detail } of findings) {
      const mark = ok ? around.style.good("✓") : around.style.bad("✗");
      process.stdout.write(`${mark} ${what.padEnd(10)} ${cleanText(detail)}\n`);
    }
    if (findings.some(({ ok }) => !ok)) process.exitCode = exitCodes.usage;
  });
}

async function examine(around: Surroundings): Promise<Finding[]> {
  const { project } = around;
  const findings: Finding[] = [
    { ok: true, what: "viva", detail: version },
    { ok: true, what: "node", detail: process.versions.node },
    { ok: true, what: "config", detail: project.configFile ?? `none; suites are looked for in ${project.root}` },
    await attempt("store", async () => {
      const store = await around.openStore();
      const runs = await store.runs.list();
      await store.close();
      return `${storeFile(project.root)}, ${runs.length} runs`;
    }),
  ];
  let suites: LoadedSuite[] = [];
  findings.push(
    await attempt("suites", async () => {
      suites = await loadSuites(project, [], around.cwd);
      return suites.map(({ suite }) => suite.name).join(", ");
    }),
  );
  for (const loaded of suites) findings.push(await attempt(loaded.suite.name, () => examineSuite(around, loaded)));
  return findings;
}

async function examineSuite({ project, environment }: Surroundings, loaded: LoadedSuite): Promise<string> {
  const models = suiteModels(loaded, project, defaultOptions, environment, new OpenedModels());
  const plan = await planSuite(loaded, {
    position: 0,
    project,
    models,
    options: defaultOptions,
    failedBefore: undefined,
  });
  const keys =
    models.missingKeys().length > 0
      ? `no ${[...new Set(models.missingKeys())].join(", ")}: would replay`
      : "would play live";
  const tapes = plan.variants.reduce((sum, variant) => sum + variant.cases.length, 0);
  const warnings = plan.warnings.length > 0 ? `, ${plan.warnings.length} warnings` : "";
  return `${plan.cases.size} cases, ${tapes} ${plan.mode.kind === "replay" ? "with a recording" : "planned"}; ${keys}${warnings}`;
}

async function attempt(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { ok: true, what, detail: await look() };
  } catch (error) {
    const detail = error instanceof InputError ? error.message.replaceAll("\n", "\n             ") : messageOf(error);
    return { ok: false, what, detail };
  }
}
