import { useContext } from "react";
import { showValue } from "../../../vivavoce/src/report/figures.ts";
import { Capable } from "../data/capabilities.ts";
import type { AnswerOf } from "../data/load.ts";
import { address } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import { Mark } from "../parts/mark.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { Wide } from "../parts/wide.tsx";
import type { CaseAddress } from "./case-address.ts";

type History = AnswerOf<"history">;

/** The same case in other runs. A report holds one run, so it has none. */
export function CaseHistory({ at, version }: { at: CaseAddress; version: number }) {
  const { holds } = useContext(Capable);
  if (!holds("history")) return undefined;
  return (
    <section className="history">
      <h2>This case over the runs</h2>
      <Loaded at={at} version={version} />
    </section>
  );
}

function Loaded({ at, version }: { at: CaseAddress; version: number }) {
  const { answer, error } = useAnswer("history", at, version);
  if (!answer) return <Waiting error={error} what="the history" />;
  return <HistoryTable history={answer} at={at} />;
}

export function HistoryTable({ history: { metrics, runs, more }, at }: { history: History; at: CaseAddress }) {
  return (
    <>
      <Wide label="this case over the runs">
        <table>
          <thead>
            <tr>
              <th scope="col">run</th>
              <th scope="col">trials</th>
              {metrics.map((metric) => (
                <th scope="col" key={metric}>
                  {metric}
                </th>
              ))}
              <th scope="col">changed since the run before</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((one) => (
              <Row one={one} metrics={metrics} at={at} key={`${one.run} ${one.suite}`} />
            ))}
          </tbody>
        </table>
      </Wide>
      {more ? <p className="note">Older runs are left out.</p> : undefined}
    </>
  );
}

function Row({ one, metrics, at }: { one: History["runs"][number]; metrics: readonly string[]; at: CaseAddress }) {
  const { run, createdAt, suite, note, instead, trials, caseChanged, changedMetrics } = one;
  const here = run === at.run && suite === at.suite;
  const when = new Date(createdAt).toISOString();
  const changes = [...(caseChanged ? ["the case"] : []), ...changedMetrics];
  return (
    <tr className={here ? "here" : undefined}>
      <th scope="row">
        <a href={address(["case", run, suite, at.case])} aria-current={here ? "page" : undefined}>
          {run}
        </a>
        <span className="facts">
          <time dateTime={when}>{when.slice(0, 16).replace("T", " ")}</time>
          {[note, instead].filter(Boolean).map((words) => ` · ${words}`)}
        </span>
      </th>
      <td>
        {trials.map(({ status, variant, repeat }) => (
          <span title={`${variant} repeat ${repeat}`} key={`${variant} ${repeat}`}>
            <Mark status={status} />
          </span>
        ))}
      </td>
      {metrics.map((metric, index) => (
        <td className="number" key={metric}>
          {valuesIn(trials.map(({ values }) => values[index] ?? null))}
        </td>
      ))}
      <td>{changes.length === 0 ? "" : `≠ ${changes.join(", ")}`}</td>
    </tr>
  );
}

/** The values of all trials, the same shown once. */
function valuesIn(values: readonly (number | null)[]): string {
  const shown = [...new Set(values.map((value) => showValue(value ?? undefined)))];
  return shown.join(", ");
}
