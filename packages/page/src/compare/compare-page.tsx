import { useContext } from "react";
import { requestKey } from "../../../vivavoce/src/report/views/request-key.ts";
import { blocksOf, Capable } from "../data/capabilities.ts";
import { address, go, type Route } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import { useVersion } from "../data/use-version.ts";
import { useKeys } from "../keys/use-keys.ts";
import { Copy } from "../parts/copy.tsx";
import { Verdict } from "../parts/mark.tsx";
import { Problem, Waiting } from "../parts/waiting.tsx";
import type { CompareAnswer } from "./answer.ts";
import { AddRun, ChooseRuns, ChooseVariants } from "./choose.tsx";
import { type Chosen, compareAddress, flipsIn, swapped } from "./chosen.ts";
import { Pair } from "./pair.tsx";
import { Several } from "./several.tsx";
import "./compare.css";

/** Runs side by side: #/compare/BEFORE/AFTER/…?with=&suite=&variant=&case= */
export function ComparePage({ path, query }: Route) {
  const [before, ...given] = path;
  const others = given.filter((one) => one !== "");
  const after = others.find((one) => one === query.get("with")) ?? others[0];
  if (!before || !after) return <NoSides before={before} />;
  const part = (name: string) => query.get(name) || undefined;
  const chosen: Chosen = { before, after, others, suite: part("suite"), variant: part("variant"), case: part("case") };
  return <Compared chosen={chosen} />;
}

/** Without two sides there is nothing to show but the choice. */
function NoSides({ before }: { before: string | undefined }) {
  const { live } = useContext(Capable);
  if (!live) return <Held />;
  return (
    <div className="compare">
      <h1>Compare</h1>
      <p className="note">
        Choose two runs, the earlier one first. More can be added then. If there are fewer than two, play the suite
        again with <code>viva run</code>.
      </p>
      <div className="choices row controls">
        <ChooseRuns chosen={{ before: before ?? "", after: "", others: [] }} />
      </div>
    </div>
  );
}

/** The comparisons that a report's file holds. */
function Held() {
  const held = blocksOf(document, "compare").map(({ asked }) => Object.fromEntries(asked));
  return (
    <>
      <h1>Compare</h1>
      <ul className="bullets">
        {held.map(({ before = "", after = "", suite, variant }) => {
          const to = compareAddress({ before, after, others: [after], suite, variant });
          return (
            <li key={to}>
              <a href={to}>{[`${before} → ${after}`, suite, variant].filter(Boolean).join(" · ")}</a>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Compared({ chosen }: { chosen: Chosen }) {
  const { before, after, suite, variant } = chosen;
  const { live } = useContext(Capable);
  const version = useVersion();
  const { answer, error } = useAnswer("compare", { before, after, suite, variant }, version);
  const flips = answer ? flipsIn(answer, chosen) : [];
  const swap = () => go(compareAddress(swapped(chosen)));
  const step = (by: number) => {
    const at = flips.findIndex((flip) => flip.case === chosen.case && (!chosen.suite || flip.suite === chosen.suite));
    const next = flips[at === -1 ? (by > 0 ? 0 : flips.length - 1) : (at + by + flips.length) % flips.length];
    if (next) go(compareAddress(next));
  };
  useKeys({
    n: ["next flip", () => step(1)],
    p: ["previous flip", () => step(-1)],
    ...(live ? { s: ["swap the sides", swap] as const } : {}),
    ...(chosen.case ? { Escape: ["close the flip", () => go(compareAddress({ ...chosen, case: undefined }))] } : {}),
  });
  return (
    <div className="compare">
      <h1>Compare</h1>
      {live ? (
        <div className="choices row controls">
          <ChooseRuns chosen={chosen} />
          <button type="button" onClick={swap} title="swap the sides (s)">
            ⇄ swap
          </button>
          <AddRun chosen={chosen} />
        </div>
      ) : undefined}
      {live ? <Several chosen={chosen} shown={answer} version={version} /> : undefined}
      {answer ? <Sides answer={answer} chosen={chosen} /> : <Waiting error={error} what="the comparison" />}
    </div>
  );
}

/** Whether a report's file has the comparison of all suites; one that was made with --suite has not. */
function holdsAll({ before, after }: CompareAnswer): boolean {
  return document.getElementById(requestKey("compare", { before: before.name, after: after.name })) !== null;
}

function Sides({ answer, chosen }: { answer: CompareAnswer; chosen: Chosen }) {
  const { suites, problem, notCompared, ownGates, commands, verdict, reason } = answer;
  const { live } = useContext(Capable);
  return (
    <>
      {live ? <ChooseVariants answer={answer} chosen={chosen} /> : undefined}
      {problem ? <Problem>{[problem.message, problem.remedy ?? ""].join(". ")}</Problem> : undefined}
      {reason === undefined ? undefined : (
        <p className="verdict overall">
          <Verdict verdict={verdict} /> <span>{reason}</span>
        </p>
      )}
      {ownGates.map((own) => (
        <p className="verdict" key={own.suite}>
          <Verdict verdict={own.verdict} />{" "}
          <span>
            {own.suite}: {own.reason}
          </span>
        </p>
      ))}
      {notCompared.map((text) => (
        <p className="warning" key={text}>
          not compared: {text}
        </p>
      ))}
      {suites.map((pair) => (
        <Pair
          pair={pair}
          chosen={chosen}
          alone={suites.length === 1}
          decided={ownGates.some(({ suite }) => suite === pair.suite)}
          key={`${pair.suite} ${pair.only.variant}`}
        />
      ))}
      {suites.length > 0 ? (
        <p className="commands row">
          <Copy text={commands.compare} label="copy compare command" />{" "}
          <Copy text={commands.report} label="copy report command" />{" "}
          {(chosen.suite || chosen.variant) && (live || holdsAll(answer)) ? (
            <a href={address(["compare", answer.before.name, answer.after.name])}>all suites</a>
          ) : undefined}
        </p>
      ) : undefined}
    </>
  );
}
