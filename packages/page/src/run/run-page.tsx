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

/** One run: what came of each of its suites, and the cases of one of them. */
export function RunPage({ path: [id = ""], query }: Route) {
  // A report that was written while its run went on does not go on itself.
  const { live } = useContext(Capable);
  // The address may have the beginning of an id, or "latest"; events have the whole.
  const [whole, setWhole] = useState<string>();
  const version = useVersion(whole);
  const { answer: run, error } = useAnswer("run", { run: id }, version);
  useEffect(() => setWhole(run?.id), [run?.id]);
  if (!run)
    return (
      <>
        <h1>Run {id}</h1>
        <Waiting error={error} what={`run ${id}`} />
      </>
    );
  return <ShownRun run={live ? run : { ...run, live: false }} error={error} query={query} />;
}

function ShownRun({ run, error, query }: { run: Run; error: string | undefined; query: URLSearchParams }) {
  const wanted = Number(query.get("suite") ?? 0);
  const suite = run.suites.find(({ position }) => position === wanted) ?? run.suites[0];
  return (
    <>
      <RunHead run={run} />
      {error === undefined ? undefined : <Problem>{`These figures may be out of date. ${error}`}</Problem>}
      {run.suites.length > 1 ? <Suites run={run} chosen={suite?.position} /> : undefined}
      {suite ? (
        <SuiteSection
          key={suite.position}
          run={run.id}
          live={run.live}
          suite={suite}
          query={query}
          version={run.updatedAt}
        />
      ) : (
        <p className="waiting">This run has no suite.</p>
      )}
    </>
  );
}

function RunHead({ run }: { run: Run }) {
  const { id, createdAt, note, commit, viva, node, notice, given, commands } = run;
  return (
    <div className="run-top">
      <h1>
        Run <span className="id">{id}</span>
      </h1>
      {note ? <p className="run-note">{note}</p> : undefined}
      <p className="facts run-facts">
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
      <p className="copies">
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

/** The verdict on each suite; each leads to its suite. */
function Suites({ run, chosen }: { run: Run; chosen: number | undefined }) {
  return (
    <nav className="suites" aria-label="suites">
      <ul>
        {run.suites.map(({ position, name, decision }) => (
          <li key={position}>
            <a
              href={address(["run", run.id], { suite: position === 0 ? undefined : String(position) })}
              aria-current={position === chosen ? "true" : undefined}
            >
              {name}
            </a>{" "}
            {run.live ? undefined : (
              <>
                <Verdict verdict={decision.verdict} /> <span className="facts">{decision.reason}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
