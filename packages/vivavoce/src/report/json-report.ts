import { cardsOfRun } from "../calibration/index.ts";
import { readSummaries } from "../results/index.ts";
import type { Transcript } from "../shape/index.ts";
import { failureLines } from "./failure-lines.ts";
import type { ReportSettings } from "./report-settings.ts";
import { comparisonJson } from "./views/compare-view.ts";
import { cardBrief } from "./views/judges-view.ts";

/**
 * Writes a run as JSON for programs, streamed: `{ header, origins, results }`. The header holds run id, times and origin;
 * origins what each trial rests on, which a replay does not share with its recording; results the suites with their
 * trials, transcripts and scores in input order, byte-identical for the same inputs and tapes.
 */
export async function writeJsonReport({ store, run, decisions, comparison, write }: ReportSettings): Promise<void> {
  const summaries = await Promise.all(run.suites.map((suite) => readSummaries(store, run, suite)));
  const suites = await Promise.all(
    run.suites.map(async ({ name, planned, position, header: suite }, index) => {
      const cards = await cardsOfRun(store, run, position);
      // In the header, as labels are added after a run: its results stay the same.
      const judgeCards = cards.map((card) => ({ metric: card.metric, state: card.state, card: cardBrief(card) }));
      const counts = suite.variants.map((variant, at) => ({ ...variant, answers: summaries[index]?.[at]?.answers }));
      return { name, planned, ...suite, variants: counts, ...(judgeCards.length > 0 ? { judgeCards } : {}) };
    }),
  );
  const header = {
    format: 3,
    run: run.id,
    createdAt: new Date(run.createdAt).toISOString(),
    finishedAt: run.finishedAt === undefined ? null : new Date(run.finishedAt).toISOString(),
    ...run.header,
    suites,
    decisions,
    // In the header, because it names the other run: the results stay the same on every replay.
    ...(comparison ? { comparison: comparisonJson(comparison) } : {}),
  };
  await write(`{"header":${JSON.stringify(header)},\n"origins":[`);
  for (const [index, suite] of run.suites.entries()) {
    await write(`${index === 0 ? "" : ","}\n{"suite":${JSON.stringify(suite.name)},"trials":[`);
    let first = true;
    for await (const { caseId, answers: all } of store.trials.summaries(run.id, suite.position)) {
      const { origin, answers, unseen } = all;
      await write(`${first ? "" : ","}\n${JSON.stringify({ case: caseId, origin, answers, unseen })}`);
      first = false;
    }
    await write("\n]}");
  }
  await write(`\n],\n"results":[`);
  for (const [index, suite] of run.suites.entries()) {
    const { dataset, metrics } = suite.header;
    const variants = summaries[index]?.map(({ answers: _answers, ...summary }) => summary) ?? [];
    const facts = { suite: suite.name, dataset, metrics, variants };
    await write(`${index === 0 ? "" : ","}\n${JSON.stringify(facts).slice(0, -1)},"trials":[`);
    const spoiled = await store.trials.countSpoiled(run.id, suite.position);
    let first = true;
    for await (const trial of store.trials.read(run.id, suite.position)) {
      const { caseId, title, variant, repeat, status = "pending", scores } = trial;
      const transcript = trial.transcript && withoutStderr(trial.transcript);
      const isHeld = ["passed", "skipped", "pending"].includes(status);
      const failures = isHeld || !transcript ? undefined : failureLines({ scores, transcript });
      // One trial at a time: a run may have more of them than fit into memory.
      const attempts = spoiled.has(trial.trial)
        ? (await store.trials.spoiled(run.id, suite.position, [trial.trial])).get(trial.trial)
        : undefined;
      const facts = { case: caseId, title, variant, repeat, status };
      const row = { ...facts, failures, scores, transcript, spoiled: attempts };
      await write(`${first ? "" : ","}\n${JSON.stringify(row)}`);
      first = false;
    }
    await write("\n]}");
  }
  await write("\n]}\n");
}

/** Without stderr, which may contain times: results must be the same on every replay. `viva show --stderr` shows it. */
function withoutStderr(transcript: Transcript): Transcript {
  const exchanges = transcript.exchanges.map(({ notes, ...exchange }) => {
    const kept = notes?.filter(({ name }) => name !== "stderr") ?? [];
    return kept.length === 0 ? exchange : { ...exchange, notes: kept };
  });
  return transcript.exchanges.some(({ notes }) => notes) ? { ...transcript, exchanges } : transcript;
}
