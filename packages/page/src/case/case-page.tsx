import { useContext, useMemo, useState } from "react";
import { Capable } from "../data/capabilities.ts";
import { useNeighbours } from "../data/case-order.ts";
import { address, go, type Route } from "../data/route.ts";
import { send } from "../data/send.ts";
import { useAnswer } from "../data/use-answer.ts";
import { useVersion } from "../data/use-version.ts";
import { FindInCase } from "../find/in-case.tsx";
import { JudgedSuite } from "../judges/card-badge.tsx";
import { useKeys } from "../keys/use-keys.ts";
import { Copy } from "../parts/copy.tsx";
import { keyed } from "../parts/keyed.tsx";
import { Mark } from "../parts/mark.tsx";
import { Problem, Waiting } from "../parts/waiting.tsx";
import { Noted } from "../transcript/remarks.tsx";
import type { CaseTrial } from "../transcript/trial.ts";
import { SpoiledAttempt, TrialPanel } from "../transcript/trial-panel.tsx";
import type { CaseAddress } from "./case-address.ts";
import { CaseHead } from "./case-head.tsx";
import { CaseHistory } from "./case-history.tsx";
import { chosenTrials } from "./chosen-trials.ts";
import { StoredTrial } from "./stored-trial.tsx";
import { Timeline } from "./timeline.tsx";
import "./case.css";

/** One case of a run: its conversations, why it failed, its model calls and its history. */
export function CasePage({ path, query }: Route) {
  const [run = "", suite = "", caseId = ""] = path;
  if (run === "" || suite === "" || caseId === "")
    return <Problem>This address does not name a case: #/case/RUN/SUITE/CASE.</Problem>;
  if (!/^\d+$/.test(suite)) return <NamedSuite run={run} name={suite} caseId={caseId} query={query} />;
  return <Case at={{ run, suite: Number(suite), case: caseId }} query={query} />;
}

/** People write a suite's name into an address; the page's own links have its position, which two suites never share. */
function NamedSuite({
  run,
  name,
  caseId,
  query,
}: {
  run: string;
  name: string;
  caseId: string;
  query: URLSearchParams;
}) {
  const { answer, error } = useAnswer("run", { run }, "");
  if (!answer) return <Waiting error={error} what={`run ${run}`} />;
  const suite = answer.suites.find((one) => one.name === name);
  if (!suite) return <Problem>{`Run ${run} has no suite ${name}. Its page lists them.`}</Problem>;
  return <Case at={{ run: answer.id, suite: suite.position, case: caseId }} query={query} />;
}

function Case({ at, query }: { at: CaseAddress; query: URLSearchParams }) {
  const version = useVersion(at.run);
  const [notes, setNotes] = useState(0);
  const { answer, error } = useAnswer("case", at, `${version} ${notes}`);
  const { answer: whole } = useAnswer("run", { run: at.run }, version);
  const judged = whole?.suites.find(({ position }) => position === at.suite);
  const { before, after } = useNeighbours(at);
  const addressOf = (id: string) => address(["case", at.run, at.suite, id]);
  const previous = () => before !== undefined && go(addressOf(before));
  const next = () => after !== undefined && go(addressOf(after));
  useKeys({
    "[": ["previous case", previous],
    "]": ["next case", next],
    k: ["previous case", previous],
    j: ["next case", next],
    u: ["up to the run", () => go(address(["run", at.run]))],
  });
  if (!answer) return <Waiting error={error} what={`case ${at.case}`} />;
  const { id, title, tags, suite, status, trials, asked, yaml, commands } = answer;
  return (
    <div className="case-page">
      <p className="facts row">
        {suite}
        <span className="row end-of-row">
          {before === undefined ? undefined : <a href={addressOf(before)}>← previous</a>}
          {after === undefined ? undefined : <a href={addressOf(after)}>next →</a>}
        </span>
      </p>
      <h1>
        <Mark status={status} /> <span className="id">{answer.name}</span>
      </h1>
      {title === id ? undefined : <p className="about">{title}</p>}
      {tags.length === 0 ? undefined : (
        <ul className="facts row" aria-label="tags">
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      <p className="copies row controls">
        <Copy text={id} label="copy id" />
        <Copy text={commands.show} label="copy viva show" />
        {commands.run === undefined ? undefined : <Copy text={commands.run} label="copy viva run" />}
        <Copy text={yaml} label="copy as YAML" />
      </p>
      {commands.run === undefined ? undefined : (
        <p>
          <span className="facts">play this case again:</span> <code>{commands.run}</code>{" "}
          {answer.playable ? <PlayAgain at={at} /> : undefined}
        </p>
      )}
      <FindInCase query={query} />
      <CaseHead trials={trials} asked={asked} />
      <JudgedSuite value={judged}>
        <Trials trials={trials} at={at} query={query} onNote={() => setNotes((count) => count + 1)} />
      </JudgedSuite>
      <CaseHistory at={at} version={version} />
    </div>
  );
}

/** Plays the case on the machine that serves the page. */
function PlayAgain({ at }: { at: CaseAddress }) {
  const [said, setSaid] = useState("");
  const play = () =>
    send("play", at).then(
      () => setSaid("started: it appears in the list of runs, or the terminal of viva view says why not"),
      (error: Error) => setSaid(error.message),
    );
  return (
    <>
      <button type="button" onClick={() => void play()}>
        play it
      </button>{" "}
      <span role="status">{said}</span>
    </>
  );
}

interface TrialsProps {
  trials: readonly CaseTrial[];
  at: CaseAddress;
  query: URLSearchParams;
  onNote(): void;
}

/** The trials that were chosen in the address, side by side. */
function Trials({ trials, at, query, onNote }: TrialsProps) {
  const shown = useMemo(() => chosenTrials(trials, query.get("trials")), [trials, query]);
  const { holds, live } = useContext(Capable);
  const noted = async (trial: number, note: { exchange: number; author: string; text: string }) => {
    await send("notes", { ...at, trial, ...note });
    onNote();
  };
  const as = query.get("as");
  const comparing = shown.length === 2 && query.get("differences") === "yes";
  const change = (name: string, value: string | undefined) => {
    const now = { ...Object.fromEntries(query), [name]: value };
    go(address(["case", at.run, at.suite, at.case], now), { replace: true });
  };
  const toggle = ({ position }: CaseTrial) => {
    const places = shown.map((trial) => trial.position);
    const now = places.includes(position) ? places.filter((one) => one !== position) : [...places, position];
    if (now.length > 0) change("trials", now.join("-"));
  };
  return (
    <>
      <div className="row controls">
        {trials.length > 1 ? (
          <fieldset className="row">
            <legend className="facts">Trials</legend>
            {trials.map((trial) => (
              <button
                type="button"
                aria-pressed={shown.includes(trial)}
                onClick={() => toggle(trial)}
                key={trial.position}
              >
                <Mark status={trial.status} /> {trial.title === "" ? "repeat 1" : trial.title}
              </button>
            ))}
          </fieldset>
        ) : undefined}
        <label>
          <input
            type="checkbox"
            checked={as === "written"}
            onChange={() => change("as", as === "written" ? undefined : "written")}
          />{" "}
          replies as written
        </label>
        {holds("trial") ? (
          <button
            type="button"
            aria-pressed={as === "json"}
            onClick={() => change("as", as === "json" ? undefined : "json")}
          >
            JSON
          </button>
        ) : undefined}
        {shown.length === 2 ? (
          <label>
            <input
              type="checkbox"
              checked={comparing}
              onChange={() => change("differences", comparing ? undefined : "yes")}
            />{" "}
            mark what differs
          </label>
        ) : undefined}
      </div>
      <h2 className="unseen">{shown.length > 1 ? "Conversations" : "What happened"}</h2>
      <div className={shown.length > 1 ? "trials several" : "trials"}>
        {shown.map((trial, index) => (
          <div className="column" key={trial.position}>
            {keyed(trial.spoiled, (attempt, number) => (
              <details className="spoiled">
                <summary>Attempt {number + 1}, spoiled by the simulated user and played again</summary>
                <SpoiledAttempt attempt={attempt} />
              </details>
            ))}
            {as === "json" ? (
              <StoredTrial at={{ ...at, trial: trial.position }} />
            ) : (
              <Noted value={{ remarks: trial.remarks, add: live ? (note) => noted(trial.position, note) : undefined }}>
                <TrialPanel
                  trial={trial}
                  other={comparing ? shown[1 - index] : undefined}
                  asWritten={as === "written"}
                  above={(id) => <Timeline at={{ ...at, trial: trial.position }} id={id} />}
                />
              </Noted>
            )}
          </div>
        ))}
      </div>
    </>
  );
}
