// What a large run costs to look at, to sum up and to delete: its rows are copies that SQL makes of a small one.
import { join } from "node:path";
import { suiteTrial } from "../../packages/vivavoce/src/run/index.ts";
import { Store } from "../../packages/vivavoce/src/store/index.ts";
import { measured } from "../performance/measured.ts";
import { vivaCommand } from "../performance/viva.ts";
import type { ScaleFigures } from "./figures.ts";
import type { Engines, Played } from "./real-run.ts";
import type { Rows } from "./sql.ts";

/** Copies a run's trials, their scores and calls until there are so many. */
async function enlarge(rows: Rows, from: Played, to: string, trials: number): Promise<void> {
  const copies = Math.ceil(trials / from.exam.trials);
  await rows(`insert into runs select (json_populate_record(r, '{"id": "${to}", "owner": null}')).* from runs r
    where id = '${from.run}'`);
  await rows(`insert into run_suites select (json_populate_record(r, '{"run": "${to}", "planned": ${trials}}')).*
    from run_suites r where run = '${from.run}'`);
  const counts = (count: number) => `'"cases":${count},"planned":${count}'`;
  await rows(`update run_suites set header = replace(header, ${counts(from.exam.trials)}, ${counts(trials)})
    where run = '${to}'`);
  for (const table of ["trials", "scores", "calls"]) {
    const columns = await rows(`select column_name as name from information_schema.columns
      where table_name = '${table}' and column_name <> 'sequence'`);
    const names = columns.map(({ name }) => `"${name}"`);
    const copied: Record<string, string> = {
      '"run"': `'${to}'`,
      '"trial"': "trial || '~' || copy",
      '"case_id"': "case_id || '~' || copy",
      '"position"': table === "trials" ? `position + copy * ${from.exam.trials}` : "position",
    };
    await rows(`insert into ${table} (${names.join(", ")}) select ${names.map((name) => copied[name] ?? name).join(", ")}
      from ${table}, generate_series(0, ${copies - 1}) as copy where run = '${from.run}'`);
  }
  await rows("analyze");
}

export async function measureLarge(
  { short, many }: { short: Played; many: Played },
  folder: string,
  { postgres, rows }: Engines,
): Promise<Pick<ScaleFigures, "looks" | "sums" | "removal">> {
  // The driver is looked for from where the process stands.
  process.chdir(join(import.meta.dirname, "../../distributed"));
  const looks: ScaleFigures["looks"] = [];
  const sums: ScaleFigures["sums"] = [];
  const store = await Store.open(postgres.url);
  const env = { VIVA_STORE: postgres.url };
  try {
    for (const [run, trials, from] of [
      ["aaaa0001", 10_000, short],
      ["aaaa0002", 100_000, short],
      ["aaaa0003", 100_000, many],
      ["aaaa0004", 1_000_000, short],
    ] as const) {
      await enlarge(rows, from, run, trials);
      const calls = trials * from.exam.calls;
      looks.push({ trials, calls, seconds: await best(() => store.calls.standing(run, 0, suiteTrial)) });
      if (from === many || trials > 100_000) continue;
      const { seconds, memory } = await measured({ ...vivaCommand(["gate", run], folder), env });
      sums.push({ trials, seconds, memory });
    }
    const { seconds } = await measured({ ...vivaCommand(["rm", "aaaa0004"], folder), env });
    return { looks, sums, removal: { trials: 1_000_000, calls: 1_000_000, seconds } };
  } finally {
    await store.close();
  }
}

/** The shortest of three: a busy machine only adds. */
async function best(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < 3; round++) {
    const begun = performance.now();
    await work();
    taken.push((performance.now() - begun) / 1_000);
  }
  return Math.min(...taken);
}
