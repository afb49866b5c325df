import { type ReactNode, useId, useMemo } from "react";
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
  /** The words that a blind reader is asked about: they are marked. */
  asked?: CaseTrial["scores"][number]["checks"][number]["evidence"][number] | undefined;
  /** What stands above the conversation and leads into it, by the beginning of its ids. */
  above?: ((id: string) => ReactNode) | undefined;
}

/** One trial: its conversation and its scores, with each quote marked where it stands. */
export function TrialPanel({ trial, other, asWritten = false, blind = false, asked, above }: TrialPanelProps) {
  const id = useId();
  const seen = useMemo(() => (blind ? { ...trial, scores: askedAbout(asked) } : trial), [trial, blind, asked]);
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
      {above?.(id)}
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

/** Words are marked where a score quotes them. */
function askedAbout(quote: TrialPanelProps["asked"]): CaseTrial["scores"] {
  if (!quote) return [];
  const check = { ok: true, skipped: false, label: "what is asked about", verdict: "", reason: "", evidence: [quote] };
  const common = { metric: "", judged: true, gating: true, status: "scored" as const, line: "", graph: undefined };
  return [{ ...common, passed: true, checks: [check] }];
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
