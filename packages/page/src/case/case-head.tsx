import type { AnswerOf } from "../data/load.ts";
import { Fold } from "../parts/fold.tsx";
import { Folded } from "../transcript/conversation.tsx";
import type { CaseTrial } from "../transcript/trial.ts";

type Asked = AnswerOf<"case">["asked"];

/** Above the conversations: how the case ended and why, what the agent was given, and what was expected of it. */
export function CaseHead({ trials, asked }: { trials: readonly CaseTrial[]; asked: Asked }) {
  return (
    <div className="case-head">
      <Outcome trials={trials} />
      <Fold name="given" title={<h2>Given</h2>}>
        <Parts parts={asked.given} none="Nothing but the user's lines." />
      </Fold>
      <Fold name="expected" title={<h2>Expected</h2>}>
        {asked.expected ? (
          <Parts parts={asked.expected} none="Nothing but what is checked in every case." />
        ) : (
          <p className="note">The store does not hold this case, only what came of it.</p>
        )}
      </Fold>
    </div>
  );
}

/** Longer texts, and those of several lines such as a world, open on demand. */
const longPart = 700;

/** Parts of a case, each under its name. */
export function Parts({ parts, none }: { parts: Asked["given"]; none: string }) {
  if (parts.length === 0) return <p className="note">{none}</p>;
  return (
    <dl className="parts named lined">
      {parts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text.length > longPart ? <Folded title={name} text={text} /> : text}</dd>
        </div>
      ))}
    </dl>
  );
}

const mostReasons = 4;

/** How the trials ended, and why they did not pass. What several trials have in common is said once. */
function Outcome({ trials }: { trials: readonly CaseTrial[] }) {
  const ends = once(trials, ({ ended }) => (ended === undefined ? [] : [{ source: "", text: ended }]));
  const reasons = once(trials, (trial) => trial.reasons);
  if (ends.length + reasons.length === 0) return undefined;
  return (
    <section className={reasons.length > 0 ? "why missed" : "why"} aria-label="how it ended">
      <ul className="reasons">
        {[...ends, ...reasons.slice(0, mostReasons)].map(({ source, text, where }) => (
          <li key={`${source} ${text}`}>
            {source === "" ? undefined : <b>{source}</b>} {text}
            {where === undefined ? undefined : <span className="facts"> · {where}</span>}
          </li>
        ))}
        {reasons.length > mostReasons ? <li>… {reasons.length - mostReasons} more below</li> : undefined}
      </ul>
    </section>
  );
}

type Line = CaseTrial["reasons"][number];

/** Lines of trials, each once, with the trials that have it, unless all have. */
export function once(trials: readonly CaseTrial[], linesOf: (trial: CaseTrial) => readonly Line[]) {
  const found = new Map<string, Line & { titles: Set<string> }>();
  for (const trial of trials)
    for (const line of linesOf(trial)) {
      const key = JSON.stringify([line.source, line.text]);
      const known = found.get(key) ?? { ...line, titles: new Set() };
      found.set(key, known);
      known.titles.add(trial.title === "" ? "repeat 1" : trial.title);
    }
  return [...found.values()].map(({ source, text, titles }) => {
    const where = titles.size === trials.length ? undefined : [...titles].join(", ");
    return { source, text, where };
  });
}
