import { safeLine } from "../base/index.ts";
import { casesNeeded, type PowerBasis, type PowerQuestion, repeatsNeeded, smallestVisible } from "../gate/index.ts";
import { plural, showCount, showValue } from "./figures.ts";

const shownRepeats = [1, 2, 3, 5, 10] as const;

/** How many cases or repeats it takes to see a change, and what that rests on. */
export function powerText(basis: PowerBasis, question: PowerQuestion): string {
  const { measure, cases, sigma2 } = basis;
  const power = Math.round((question.power ?? 0.8) * 100);
  const lines = [
    `  ${safeLine(measure, 60)}: to see a change of ${question.detect} with ${power} % power`,
    ...(sigma2 === undefined ? [`    ${needed(basis, question, basis.repeats)}`] : repeatsTable(basis, question)),
    `    the ${plural(cases, "case")} there ${cases === 1 ? "is" : "are"} ${sees(cases, smallestVisible(basis, { power: question.power }))}${howRepeats(basis, question)}`,
    `    ${basisText(basis)}`,
  ];
  return lines.join("\n");
}

/** "see 0.14 or more"; nothing changes by more than 1. */
function sees(cases: number, least: number): string {
  return least > 1 ? "can show none" : `${cases === 1 ? "sees" : "see"} ${showValue(least)} or more`;
}

function needed(basis: PowerBasis, question: PowerQuestion, repeats: number): string {
  return `${plural(casesNeeded(basis, question, repeats), "case")} are needed`;
}

function repeatsTable(basis: PowerBasis, question: PowerQuestion): string[] {
  const counts = shownRepeats.map((repeats) => showCount(casesNeeded(basis, question, repeats)));
  const width = Math.max(6, ...counts.map((count) => count.length + 2));
  return [
    `    repeats a case ${shownRepeats.map((repeats) => String(repeats).padStart(width)).join("")}`,
    `    cases needed   ${counts.map((count) => count.padStart(width)).join("")}`,
  ];
}

function howRepeats(basis: PowerBasis, question: PowerQuestion): string {
  if (casesNeeded(basis, question) <= basis.cases) return "";
  if (basis.sigma2 === undefined) return "; whether repeats would help shows once cases are repeated: --repeat 3";
  const repeats = repeatsNeeded(basis, question);
  return repeats === undefined
    ? "; no number of repeats is enough, only more cases are"
    : `; ${plural(repeats, "repeat")} a case would do`;
}

const bases = {
  differences: "from the differences between runs",
  cases: "from the spread of the cases in run",
  guess: "hardly any case differed from the others, so this is a cautious guess, from run",
} as const;

/** What the numbers rest on, so that nobody takes a guess for a measurement. */
export function basisText({ from, runs }: PowerBasis): string {
  const assumed = from === "cases" ? ", taking two versions to agree by half" : "";
  return `${bases[from]} ${runs.map((run) => safeLine(run, 20)).join(", ")}${assumed}`;
}

/** For a plan: what so many cases will be able to show. */
export function visibleLine(basis: PowerBasis, { cases, repeats }: { cases: number; repeats: number }): string {
  const least = smallestVisible(basis, { cases, repeats });
  const seen = `${cases === 1 ? "sees" : "see"} a change of ${showValue(least)} or more in`;
  return `${plural(cases, "case")} ${least > 1 ? "can show no change in" : seen} ${safeLine(basis.measure, 60)} (${basisText(basis)})`;
}
