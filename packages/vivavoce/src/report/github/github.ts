import { type Place, plural, safeLine, safeText } from "../../base/index.ts";
import { showVariant } from "../../shape/index.ts";
import { trialRows } from "../failure-lines.ts";
import type { ReportSettings } from "../report-settings.ts";
import { measured } from "../run-facts.ts";
import { shownSuites } from "../views/runs-view.ts";

interface AnnotationSettings extends Pick<ReportSettings, "store" | "run" | "decisions"> {
  /** A case's place, relative to the repository; undefined if it is not known. */
  placeOf(suite: string, caseId: string): Place | undefined;
}

/** GitHub shows ten of a kind for each step. */
const most = 9;

/** A run's failures as annotations, at the cases that failed; then the verdicts that are not a pass. */
export async function annotations({ store, run, decisions, placeOf }: AnnotationSettings): Promise<string[]> {
  const lines: string[] = [];
  let left = 0;
  for (const { name, position, variants } of await shownSuites(store, run, decisions)) {
    for (const { variant, tally } of variants) {
      const shown = await trialRows(store, run.id, { position }, { variant, notPassed: most - lines.length });
      left += tally.failed + tally.errored + tally.unscored - shown.length;
      for (const { caseId, title, status, reasons } of shown) {
        const heading = [name, showVariant(variant), caseId, status].filter((part) => part).join(" · ");
        const told = reasons.slice(0, 5).map(({ source, text }) => `${source}: ${text}`);
        const message = [
          ...(title === caseId ? [] : [safeLine(title, 160)]),
          ...(told.length > 0 ? told : [`${caseId} ${status}`]),
        ].join("\n");
        const { file, line } = placeOf(name, caseId) ?? {};
        lines.push(workflowCommand("error", { file, line, title: safeLine(heading, 120) }, message));
      }
    }
  }
  if (left > 0) lines.push(workflowCommand("error", { title: "viva" }, `${plural(left, "more trial")} did not pass`));
  const notice = measured(run.suites);
  return [
    ...lines,
    ...decisions
      .filter(({ verdict }) => verdict !== "pass")
      .map(({ suite, verdict, reason }) => workflowCommand("warning", { title: `${suite}: ${verdict}` }, reason)),
    ...decisions.flatMap(({ suite, note }) =>
      note === undefined ? [] : [workflowCommand("warning", { title: suite }, note)],
    ),
    ...(notice === undefined ? [] : [workflowCommand("notice", { title: "viva" }, notice)]),
  ];
}

/** A command to GitHub's runner, such as an annotation: `::error file=a.json,line=3,title=…::message`. */
function workflowCommand(
  name: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeData(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C")}`);
  return `::${name}${given.length > 0 ? ` ${given.join(",")}` : ""}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return safeText(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

/**
 * Keeps text in a workflow's log from being a command. GitHub's runner obeys a line that begins with `::`, however far
 * it is indented, and `##[` anywhere; it must not obey an agent's text. Remembers where in a line the last text ended.
 */
export class InertLog {
  #blankSoFar = true;
  #tail = "";

  text(chunk: string): string {
    let inert = "";
    for (const character of chunk) inert += this.#next(character);
    return inert;
  }

  #next(character: string): string {
    const before = this.#tail;
    this.#tail = (before + character).slice(-2);
    if (character === "\n" || character === "\r") {
      this.#blankSoFar = true;
      return character;
    }
    // A space between its characters is enough to turn a command into text.
    if (this.#blankSoFar && before.endsWith(":") && character === ":") {
      this.#blankSoFar = false;
      return ` ${character}`;
    }
    if (before === "##" && character === "[") return ` ${character}`;
    if (character !== ":" && character.trim() !== "") this.#blankSoFar = false;
    return character;
  }
}

/** The same for JSON, whose meaning must not change: there the characters are escaped. */
export function inertJson(text: string): string {
  return text.replaceAll("##[", String.raw`#\u0023[`);
}
