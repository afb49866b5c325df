import { useEffect, useRef, useState } from "react";
import { plural } from "../../../vivavoce/src/base/plural.ts";
import { Parts } from "../case/case-head.tsx";
import { address, go, type Route } from "../data/route.ts";
import { useKeys } from "../keys/use-keys.ts";
import { Choice } from "../parts/choice.tsx";
import { Fold } from "../parts/fold.tsx";
import { keep, kept } from "../parts/kept.ts";
import { Problem, Waiting } from "../parts/waiting.tsx";
import { TrialPanel } from "../transcript/trial-panel.tsx";
import { LabelForm } from "./label-form.tsx";
import { Progress } from "./progress.tsx";
import { Revealed } from "./revealed.tsx";
import { useReview } from "./use-review.ts";
import "./review.css";

/** Where the name that was given last is kept. */
const place = "viva-rater";
const knownRater = () => kept(place) ?? "";

/** #/review?suite=…&metric=…: a person says what they think, before they see what the judge thought. */
export function ReviewPage({ query }: Route) {
  const [rater, setRater] = useState(knownRater);
  const scope = Object.fromEntries(
    ["suite", "run", "metric", "criterion"].map((name) => [name, query.get(name) ?? undefined]),
  );
  if (rater === "")
    return (
      <RaterForm
        onName={(name) => {
          keep(place, name);
          setRater(name);
        }}
      />
    );
  return <Queue key={JSON.stringify([rater, scope])} rater={rater} scope={scope} onLeave={() => setRater("")} />;
}

function RaterForm({ onName }: { onName(name: string): void }) {
  const [name, setName] = useState(knownRater);
  return (
    <>
      <h1>Review</h1>
      <form
        className="rater"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") onName(name.trim());
        }}
      >
        <p>
          Read conversations and say whether the agent met each criterion. You see the judge’s verdict only after your
          own. Your labels show how far the judge can be trusted.
        </p>
        <label>
          Your name, kept with each label
          {/* biome-ignore lint/a11y/noAutofocus: it is the only thing to do here. */}
          <input value={name} onChange={(event) => setName(event.target.value)} maxLength={100} required autoFocus />
        </label>
        <button type="submit">Begin</button>
      </form>
    </>
  );
}

type Scope = Readonly<Record<string, string | undefined>>;

function Queue({ rater, scope, onLeave }: { rater: string; scope: Scope; onLeave(): void }) {
  const { review, current, at, error, say, move } = useReview({ rater, ...scope });
  const heading = useRef<HTMLHeadingElement>(null);
  useKeys({ j: ["next item", () => move(1)], k: ["previous item", () => move(-1)] });
  const key = current?.entry.key;
  useEffect(() => {
    if (key === undefined) return;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [key]);
  if (!review)
    return (
      <>
        <h1>Review</h1>
        {error?.startsWith("there is nothing to review") ? (
          <p>{error.replace("there", "There")}</p>
        ) : (
          <Waiting error={error} what="the review" />
        )}
      </>
    );
  const { entry, said } = current ?? {};
  return (
    <div className="review">
      <h1>Review</h1>
      <p className="facts">
        {review.suite} · run <span className="id">{review.run}</span> · you are {rater}{" "}
        <button type="button" className="quiet" onClick={onLeave}>
          not you?
        </button>
      </p>
      <div className="row">
        {review.suites.length < 2 ? undefined : (
          <Choice
            about="suite"
            label="suite"
            value={review.suite}
            options={review.suites}
            choose={(suite) => go(address(["review"], { suite }))}
          />
        )}
        {review.metrics.length < 2 ? undefined : (
          <Choice
            about="metric"
            label="metric"
            value={scope.metric ?? ""}
            options={[["", "all"], ...review.metrics]}
            choose={(metric) => go(address(["review"], { suite: review.suite, metric }))}
          />
        )}
      </div>
      <Progress progress={review.progress} needs={review.needs} />
      {error ? <Problem>{error}</Problem> : undefined}
      {entry ? (
        <section className="item" aria-label={`item ${at + 1}`}>
          <p className="facts">
            {entry.item.metric} · case {entry.title} · {entry.why}
          </p>
          <p>{entry.asks}</p>
          <h2 ref={heading} tabIndex={-1}>
            {entry.words}
          </h2>
          {entry.question ? <p className="question">{entry.question}</p> : undefined}
          <Fold name="given" title={<h3>Given</h3>}>
            <Parts parts={entry.given} none="Nothing but the user's lines." />
          </Fold>
          <TrialPanel trial={entry.trial} blind asked={entry.place} />
          <div className="saying">
            {said ? <Revealed entry={entry} said={said} agreement={review.progress.agreement} /> : undefined}
            <LabelForm key={entry.key} said={said} say={say} move={move} />
          </div>
        </section>
      ) : (
        <Finished left={review.progress.left + review.progress.rest} onBack={() => move(-1)} />
      )}
    </div>
  );
}

function Finished({ left, onBack }: { left: number; onBack(): void }) {
  return (
    <section className="item">
      <p role="status">
        {left === 0
          ? "Nothing is left to label here. Thank you."
          : `This is the end of the list. You have not labelled ${plural(left, "item")}.`}
      </p>
      <button type="button" onClick={onBack}>
        Back <kbd>k</kbd>
      </button>
    </section>
  );
}
