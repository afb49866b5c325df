import { useContext, useEffect, useState } from "react";
import { Capable } from "../data/capabilities.ts";
import type { AnswerOf } from "../data/load.ts";
import { address, type Route } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import { useVersion } from "../data/use-version.ts";
import { Copy } from "../parts/copy.tsx";
import { Verdict } from "../parts/mark.tsx";
import { Commit, kindsOf, When } from "../parts/run-facts.tsx";
import { Problem, Waiting } from "../parts/waiting.tsx";
import { SuiteSection } from "./suite-section.tsx";
import "./run.css";

type Run = AnswerOf<"run">;
type Outline = AnswerOf<"outline">;

/** One run: what came of each of its suites, and the cases of one of them. The rows come first, then the sums. */
export function RunPage({ path: [id = ""], query }: Route) {
  // A report that was written while its run went on does not go on itself.
  const { live, holds } = useContext(Capable);
  // The address may have the beginning of an id, or "latest"; events have the whole.
  const [whole, setWhole] = useState<string>();
  const [hasRows, setHasRows] = useState(!holds("outline"));
  const version = useVersion(whole);
  const first = useAnswer("outline", holds("outline") ? { run: id } : undefined, version);
  const sums = useAnswer("run", hasRows ? { run: id } : undefined, version);
  const outline: Outline | undefined = first.answer ?? sums.answer;
  const error = first.error ?? sums.error;
  useEffect(() => setWhole(outline?.id), [outline?.id]);
  if (!outline)
    return (
      <>
        <h1>Run {id}</h1>
        <Waiting error={error} what={`run ${id}`} />
      </>
    );
  return (
    <ShownRun
      outline={live ? outline : { ...outline, live: false }}
      run={sums.answer}
      error={error}
      query={query}
      onRows={() => setHasRows(true)}
    />
  );
}

interface ShownRunProps {
  outline: Outline;
  run: Run | undefined;
  error: string | undefined;
  query: URLSearchParams;
  onRows(): void;
}

function ShownRun({ outline, run, error, query, onRows }: ShownRunProps) {
  const wanted = Number(query.get("suite") ?? 0);
  const suite = outline.suites.find(({ position }) => position === wanted) ?? outline.suites[0];
  const sums = run?.suites.find(({ position }) => position === suite?.position);
  return (
    <>
      <RunHead run={outline} />
      {error === undefined ? undefined : (
        <Problem>
          {error.startsWith(`there is no run ${outline.id}`)
            ? `Run ${outline.id} was removed from the store. This is what it was when the page last read it.`
            : `These figures may be out of date: ${error}`}
        </Problem>
      )}
      {outline.suites.length > 1 ? <Suites {...{ outline, run }} chosen={suite?.position} /> : undefined}
      {suite ? (
        <SuiteSection
          key={suite.position}
          run={outline}
          progress={run?.progress?.text}
          {...{ suite, sums, query, onRows }}
        />
      ) : (
        <p className="waiting">This run has no suite.</p>
      )}
    </>
  );
}

function RunHead({ run }: { run: Outline }) {
  const { id, createdAt, note, commit, viva, node, notice, given, commands } = run;
  return (
    <div className="run-top row">
      <h1>
        Run <span className="id">{id}</span>
      </h1>
      {note ? <p className="run-note">{note}</p> : undefined}
      <p className="facts row">
        <When at={createdAt} />
        {kindsOf(run).map((kind) => (
          <span className="badge" key={kind}>
            {kind}
          </span>
        ))}
        <Commit commit={commit} />
        <span>
          viva {viva} · Node {node}
        </span>
      </p>
      <p className="copies row end-of-row">
        <Copy text={id} label="copy id" />
        <Copy text={commands.show} label="copy show command" />
        <Copy text={commands.report} label="copy report command" />
        {commands.resume === undefined ? undefined : <Copy text={commands.resume} label="copy resume command" />}
      </p>
      {given ? (
        <p className="measured">Given transcripts were scored; no agent was played: {given.join(", ")}</p>
      ) : undefined}
      {notice === undefined ? undefined : <p className="measured">{notice}</p>}
    </div>
  );
}

interface SuitesProps {
  outline: Outline;
  run: Run | undefined;
  chosen: number | undefined;
}

/** The verdict on each suite; each leads to its suite. */
function Suites({ outline, run, chosen }: SuitesProps) {
  return (
    <nav className="suites" aria-label="suites">
      <ul className="row">
        {outline.suites.map(({ position, name }) => {
          const decision = run?.suites.find((one) => one.position === position)?.decision;
          return (
            <li key={position}>
              <a
                href={address(["run", outline.id], { suite: position === 0 ? undefined : String(position) })}
                aria-current={position === chosen ? "true" : undefined}
              >
                {name}
              </a>{" "}
              {outline.live || !decision ? undefined : (
                <span title={decision.reason}>
                  <Verdict verdict={decision.verdict} of={outline} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
