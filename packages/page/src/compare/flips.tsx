import { useEffect, useRef, useState } from "react";
import { address } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import { Choice } from "../parts/choice.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { TrialPanel } from "../transcript/trial-panel.tsx";
import type { ShownComparison } from "./answer.ts";
import { type Chosen, compareAddress } from "./chosen.ts";

type Flip = ShownComparison["flips"][number];
type Place = NonNullable<ShownComparison["stored"]["before"]>;

/** The cases that were decided differently, the worse first, each with a line of both conversations. */
export function Flips({ pair, chosen }: { pair: ShownComparison; chosen: Chosen }) {
  const { flips } = pair;
  const worse = flips.filter(({ direction }) => direction === "worse").length;
  return (
    <>
      <h3>
        Flips{" "}
        <span className="note">
          {worse} worse, {flips.length - worse} better
        </span>
      </h3>
      <ul className="flips lined">
        {flips.map((flip) => (
          <OneFlip flip={flip} pair={pair} chosen={chosen} key={flip.caseId} />
        ))}
      </ul>
    </>
  );
}

function OneFlip({ flip, pair, chosen }: { flip: Flip; pair: ShownComparison; chosen: Chosen }) {
  const { caseId, direction, before, after, evidence } = flip;
  const isOpen = chosen.case === caseId;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    link.current?.focus({ preventScroll: true });
    link.current?.scrollIntoView({ block: "start" });
  }, [isOpen]);
  return (
    <li className={isOpen ? `flip ${direction} open` : `flip ${direction}`}>
      <a
        ref={link}
        href={compareAddress({ ...chosen, case: isOpen ? undefined : caseId })}
        aria-current={isOpen ? "true" : undefined}
      >
        <span className="sign" aria-hidden="true">
          {direction === "worse" ? "↓" : "↑"}
        </span>{" "}
        <span className="unseen">{direction}: </span>
        <code>{caseId}</code>
      </a>{" "}
      <span className="note">
        {before} → {after}
      </span>
      {isOpen ? (
        <Conversations flip={flip} pair={pair} />
      ) : (
        <dl className="evidence named">
          <Line when="before" text={evidence?.before} />
          <Line when="after" text={evidence?.after} />
        </dl>
      )}
    </li>
  );
}

function Line({ when, text }: { when: string; text: string | undefined }) {
  if (text === undefined) return undefined;
  return (
    <div>
      <dt>{when}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** Both conversations, side by side, with what differs marked in each. */
function Conversations({ flip, pair }: { flip: Flip; pair: ShownComparison }) {
  const { before, after } = pair.stored;
  const trials = flip.evidence?.trials;
  const [chosen, choose] = useState({ before: 0, after: 0 });
  const was = useTrial(before, flip.caseId, trials?.before[chosen.before]);
  const is = useTrial(after, flip.caseId, trials?.after[chosen.after]);
  const sides = [
    { side: "before" as const, place: before, own: was, other: is.trial, repeats: trials?.before ?? [] },
    { side: "after" as const, place: after, own: is, other: was.trial, repeats: trials?.after ?? [] },
  ];
  return (
    <div className="conversations">
      {sides.map(({ side, place, own, other, repeats }) => (
        <section key={side} aria-label={`${flip.caseId}, ${side}`}>
          <h4>
            {side}: {flip[side]}{" "}
            {place ? <a href={address(["case", place.run, place.suite, flip.caseId])}>run {place.run}</a> : undefined}
            {repeats.length > 1 ? (
              <Choice
                about={`trial ${side}`}
                label="trial"
                value={String(chosen[side])}
                options={repeats.map((_, index) => [String(index), `${index + 1} of ${repeats.length}`] as const)}
                choose={(index) => choose({ ...chosen, [side]: Number(index) })}
              />
            ) : undefined}
          </h4>
          {own.trial ? (
            <TrialPanel trial={own.trial} other={other} />
          ) : place ? (
            <Waiting error={own.error} what="the conversation" />
          ) : (
            <p className="note">Its conversations are not in this store: the baseline holds values only.</p>
          )}
        </section>
      ))}
    </div>
  );
}

function useTrial(place: Place | undefined, caseId: string, position: number | undefined) {
  // Without a place nothing is asked for that could be answered; the caller says why.
  const { answer, error } = useAnswer("case", { run: place?.run ?? "none", suite: place?.suite ?? 0, case: caseId });
  const trial = place && answer?.trials.find((one) => one.position === position);
  // Of very many flips only the first come with the positions of their trials.
  const missing =
    answer && !trial ? "There are too many flips to show them all here; the run's link shows it." : undefined;
  return { trial, error: error ?? missing };
}
