import { useId, useMemo } from "react";
import { Mark } from "../parts/mark.tsx";
import { annotated } from "./annotated.ts";
import { Conversation } from "./conversation.tsx";
import { Graph } from "./graph.tsx";
import { Scores } from "./scores.tsx";
import type { CaseTrial } from "./trial.ts";
import "./transcript.css";

interface TrialPanelProps {
  trial: CaseTrial;
  /** What differs from this one's conversation is marked. */
  other?: CaseTrial | undefined;
  /** Replies as they were written, not as Markdown. */
  asWritten?: boolean | undefined;
  /** Without the scores, for a reader who is to judge by himself. */
  blind?: boolean | undefined;
}

/** One trial: its conversation and its scores, with each quote marked where it stands. */
export function TrialPanel({ trial, other, asWritten = false, blind = false }: TrialPanelProps) {
  const id = useId();
  const seen = useMemo(() => (blind ? { ...trial, scores: [] } : trial), [trial, blind]);
  const { exchanges, quotes, found } = useMemo(() => annotated(seen, { other, asWritten }), [seen, other, asWritten]);
  const { title, status, origin, scores, history, ended, ends, stack } = seen;
  const graphs = scores.flatMap(({ metric, graph }) => (graph ? [{ metric, graph }] : []));
  return (
    <article className={blind ? "trial alone" : "trial"}>
      {title === "" || blind ? (
        <h3 className="unseen">Conversation</h3>
      ) : (
        <h3>
          <Mark status={status} /> {title}
        </h3>
      )}
      {blind ? undefined : <p className="note">{origin}</p>}
      <Conversation conversation={{ history, exchanges, ended, ends, stack }} id={id} />
      {blind ? undefined : <Scores scores={scores} quotes={quotes} found={found} id={id} />}
      {graphs.map(({ metric, graph }) => (
        <figure className="drawing" key={metric}>
          <figcaption>{metric}</figcaption>
          <Graph graph={graph} about={metric} />
        </figure>
      ))}
    </article>
  );
}

/** A conversation without scores: one that the simulated user spoiled. */
export function SpoiledAttempt({ attempt }: { attempt: CaseTrial["spoiled"][number] }) {
  const id = useId();
  const { exchanges } = useMemo(() => annotated({ ...attempt, scores: [] }, {}), [attempt]);
  return (
    <article className="trial alone">
      <h3 className="unseen">Spoiled conversation</h3>
      <Conversation conversation={{ ...attempt, exchanges }} id={id} />
    </article>
  );
}
