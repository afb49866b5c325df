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
      {cards.length === 0 ? (
        <p>No run has a metric that a judge scores. Add one, such as criteria(), to a suite and play it.</p>
      ) : undefined}
      <ul className="judges lined">
        {cards.map(({ suite, metric, state, sentence, brief, judges }) => (
          <li className="row" key={`${suite}\n${metric}`}>
            <a href={address(["judges", suite, metric])}>
              {suite} · {metric}
            </a>
            <CardState state={state} />
            <span className="sentence">{sentence}</span>
            <span className="number">{briefBeside({ state, brief })}</span>
            <span className="facts end-of-row">{judges.join(", ")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
