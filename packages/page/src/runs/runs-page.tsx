import { useState } from "react";
import { address, changeQuery, go, type Route } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import { useVersion } from "../data/use-version.ts";
import { useKeys } from "../keys/use-keys.ts";
import { Fold } from "../parts/fold.tsx";
import { useRowKeys } from "../parts/row-keys.ts";
import { kindsOf } from "../parts/run-facts.tsx";
import { useTyped } from "../parts/use-typed.ts";
import { Problem, Waiting } from "../parts/waiting.tsx";
import { ColumnHeads, type Run, RunLine } from "./run-line.tsx";
import { Trends } from "./trends.tsx";
import "./runs.css";

/** All runs, newest first, with the history of each suite above them. */
export function RunsPage({ query }: Route) {
  const suite = query.get("suite") ?? undefined;
  const before = Number(query.get("before") ?? 0) || undefined;
  const version = useVersion();
  const { answer, error } = useAnswer("runs", { suite, before }, version);
  const { answer: trend } = useAnswer("trend", answer && { suite }, finishedRuns(answer));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [text, type] = useTyped(query.get("text") ?? "", (text) => changeQuery({ text }));
  const shown = (answer?.runs ?? []).filter((run) => fits(run, text));
  const pair = answer ? inOrder(chosen, answer.runs) : [];
  const comparison = pair.length === 2 ? address(["compare", ...pair]) : undefined;
  // Of three, the one that was chosen first gives way.
  const choose = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now.slice(-1), id]));
  useRowKeys("run");
  useKeys({
    x: ["choose the run for a comparison", () => withFocusedRun(choose)],
    c: ["compare the two chosen runs", () => comparison && go(comparison)],
  });
  return (
    <>
      <h1>Runs{suite === undefined ? "" : ` of ${suite}`}</h1>
      {answer ? undefined : <Waiting error={error} what="the runs" />}
      {answer && error ? <Problem>{error}</Problem> : undefined}
      {trend && trend.suites.length > 0 ? (
        <Fold name="trends" title="Pass rates over the last runs">
          <Trends suites={trend.suites} only={suite} />
        </Fold>
      ) : undefined}
      {answer && answer.runs.length === 0 ? (
        <NoRuns filtered={suite !== undefined || before !== undefined} />
      ) : undefined}
      {answer && answer.runs.length > 0 ? (
        <>
          <div className="run-choice row">
            <input
              type="search"
              value={text}
              placeholder="id, note, commit, suite or verdict"
              aria-label="narrow by id, note, commit, suite or verdict"
              onChange={(event) => type(event.target.value)}
            />
            <p role="status">
              {comparison ? (
                <a href={comparison}>
                  Compare {pair[0]} with {pair[1]}
                </a>
              ) : (
                `Choose ${chosen.length === 1 ? "another run" : "two runs"} to compare them.`
              )}
              {shown.length < answer.runs.length ? ` ${shown.length} of the ${answer.runs.length} runs here fit.` : ""}
            </p>
            <ColumnHeads />
          </div>
          <ul className="runs">
            {shown.map((run) => (
              <RunLine
                key={run.id}
                run={run}
                chosen={chosen.includes(run.id)}
                choose={choose}
                trends={trend?.suites}
                baselines={answer.baselines}
              />
            ))}
          </ul>
        </>
      ) : undefined}
      <Pages suite={suite} before={before} next={answer?.next} />
    </>
  );
}

/** Whether all words of a text occur in what is shown of a run. */
export function fits(run: Run, text: string): boolean {
  const { id, note = "", commit, suites } = run;
  const parts = [
    id,
    note,
    commit?.id,
    commit?.branch,
    ...kindsOf(run),
    ...suites.flatMap((one) => [one.name, one.verdict]),
  ];
  const said = parts.join("\n").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}

/** Changes when the history does: only finished runs are part of it. */
function finishedRuns(
  answer: { runs: { id: string; finishedAt?: number | undefined }[] } | undefined,
): string | undefined {
  return answer?.runs.map(({ id, finishedAt }) => `${id} ${finishedAt}`).join();
}

/** The older run is what the newer one is compared with. */
export function inOrder(chosen: readonly string[], runs: readonly { id: string; createdAt: number }[]): string[] {
  const created = (id: string) => runs.find((run) => run.id === id)?.createdAt ?? 0;
  return chosen.filter((id) => runs.some((run) => run.id === id)).toSorted((a, b) => created(a) - created(b));
}

function withFocusedRun(act: (id: string) => void): void {
  const id = document.activeElement?.closest<HTMLElement>("[data-run]")?.dataset.run;
  if (id !== undefined) act(id);
}

function NoRuns({ filtered }: { filtered: boolean }) {
  if (filtered)
    return (
      <p>
        No run fits this address. <a href={address([])}>All runs</a>
      </p>
    );
  return (
    <p>
      There are no runs yet. <code>npx viva run</code> starts one, and it appears here.
    </p>
  );
}

function Pages({
  suite,
  before,
  next,
}: {
  suite?: string | undefined;
  before?: number | undefined;
  next?: number | undefined;
}) {
  if (before === undefined && next === undefined) return undefined;
  return (
    <nav className="pages row" aria-label="more runs">
      {before === undefined ? undefined : <a href={address([], { suite })}>newest runs</a>}
      {next === undefined ? undefined : <a href={address([], { suite, before: String(next) })}>older runs</a>}
    </nav>
  );
}
