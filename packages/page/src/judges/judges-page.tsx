import { useEffect, useState } from "react";
import { address, type Route } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import { Waiting } from "../parts/waiting.tsx";
import type { Card } from "./card.ts";
import { CardPage } from "./card-page.tsx";
import { briefBeside, CardState } from "./card-state.tsx";
import "./judges.css";

/** All judge cards, or one in full. */
export function JudgesPage({ path: [suite, metric] }: Route) {
  const version = useReturns();
  const { answer, error } = useAnswer("judges", { suite, metric }, version);
  if (!answer) return <Waiting error={error} what="the judge cards" />;
  const [only] = answer.cards;
  if (metric !== undefined && only) return <CardPage card={only} least={answer.least} />;
  return <CardList cards={answer.cards} />;
}

/** Counts how often the reader came back to this window: labels are given in another one. */
function useReturns(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const back = () => setCount((before) => before + 1);
    addEventListener("focus", back);
    return () => removeEventListener("focus", back);
  }, []);
  return count;
}

export function CardList({ cards }: { cards: readonly Card[] }) {
  return (
    <>
      <h1>Judges</h1>
      <p className="note">A judge is worth what its agreement with people says. A card compares the two.</p>
      {cards.length === 0 ? <p>No run has a metric that a judge scores.</p> : undefined}
      <ul className="judges">
        {cards.map(({ suite, metric, state, brief, judges }) => (
          <li key={`${suite}\n${metric}`}>
            <a href={address(["judges", suite, metric])}>
              {suite} · {metric}
            </a>
            <CardState state={state} />
            <span className="brief">{briefBeside({ state, brief })}</span>
            <span className="facts">{judges.join(", ")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
