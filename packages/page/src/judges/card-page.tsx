import { address } from "../data/route.ts";
import { Copy } from "../parts/copy.tsx";
import type { Card, CardsAnswer } from "./card.ts";
import { CardPartView } from "./card-part.tsx";
import { briefBeside, CardState } from "./card-state.tsx";

/** One judge card in full. */
export function CardPage({ card, least }: { card: Card; least: CardsAnswer["least"] }) {
  const { suite, metric, state, judges, raters, labelled, compared, leftOut, parts, commands } = card;
  return (
    <article className="card">
      <h1>
        {suite} · {metric}
      </h1>
      <p className="sentence">{card.sentence}</p>
      <p>
        <CardState state={state} /> {briefBeside(card)}
      </p>
      <p className="facts">
        {judges.length > 0 ? `judge: ${judges.join(", ")} · ` : ""}
        {labelled} labelled{raters.length > 0 ? ` by ${raters.join(", ")}` : ""} · {compared} compared with this judge
      </p>
      {card.chosenNote === undefined ? undefined : <p className="facts">{card.chosenNote}</p>}
      {leftOut.map(({ why, count }) => (
        <p className="facts" key={why}>
          {count} not counted: {why}
        </p>
      ))}
      <p className="row controls">
        <a href={address(["review"], { suite, metric })}>label conversations</a>{" "}
        <Copy text={commands.card} label="copy command" />
      </p>
      <Stale card={card} />
      {state === "few" || state === "none" ? (
        <p className="note">
          A figure needs {least.labels} labels of {least.cases} cases; an error rate {least.ofClass} passes or fails.
          With fewer, a judge that agrees with all of them could still be wrong on one item in ten.
        </p>
      ) : undefined}
      {parts.map((part) => (
        <CardPartView part={part} key={`${part.of} ${part.criterion?.text ?? ""}`} />
      ))}
      {parts.length > 0 ? (
        <p className="note">
          Intervals are at 95 %, and count the labels of one case as one unit. If several people labelled an item, the
          verdict of more than half of them counts; without such a majority it is unclear.
        </p>
      ) : undefined}
    </article>
  );
}

function Stale({ card: { state, changed, commands } }: { card: Card }) {
  const isAgain = commands.rescore.length > 0;
  if (!isAgain && state !== "stale") return undefined;
  return (
    <section className="stale" aria-label="What to score again">
      <p>
        {state === "stale"
          ? "The figures are about an earlier version of this judge. Since then it changed:"
          : "Some labelled conversations were not scored by the judge in use."}
      </p>
      {changed.length > 0 ? (
        <ul className="bullets">
          {changed.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      ) : undefined}
      <p>
        {isAgain
          ? "Score them again, and labels on the same words count again:"
          : "No labelled conversation can be scored again for it: label those of a newer run."}
      </p>
      {commands.rescore.map((command) => (
        <p key={command}>
          <code>{command}</code> <Copy text={command} label="copy" />
        </p>
      ))}
    </section>
  );
}
