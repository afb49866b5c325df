import { testPattern } from "../base/index.ts";
import type { SimulatedUser, SimulatorFault } from "../shape/index.ts";
import { compareNames, findGivenNames, says } from "../spoken/index.ts";
import { factsOf, isOwnName, type SimulatedTurn, wasAsked } from "./simulator-facts.ts";
import { echoOf, evasionOf, hides, inventionsIn } from "./simulator-habits.ts";
import { speaksAnotherLanguage, speaksForOther } from "./simulator-role.ts";
import { wrongFacts } from "./wrong-facts.ts";

/**
 * What a simulated user did that a real person would not do. One fault spoils the conversation, which then says nothing
 * about the agent. An opening line from the case is its author's own and is not checked.
 */
export function faultsOf(user: SimulatedUser, turn: SimulatedTurn): SimulatorFault[] {
  const { exchange, line } = turn;
  const fault = (kind: SimulatorFault["kind"]) => (reason: string) => ({ kind, exchange, reason, line });
  const role = speaksForOther(line, factsOf(user));
  const echo = echoOf(user, turn);
  const evasion = evasionOf(user, turn);
  const wrong = wrongFacts(user, turn);
  const invented = wrong.length > 0 ? [] : inventionsIn(user, turn);
  return [
    ...leaks(user, turn).map(fault("leaked")),
    ...toldEarly(user, turn).map(fault("told-before-asked")),
    ...contradictions(user, turn).map(fault("contradicted-goal")),
    ...(role === undefined ? [] : [role]).map(fault("spoke-like-assistant")),
    ...wrong.map(fault("wrong-fact")),
    ...invented.map((said) => `gave “${said}”, which is not on its sheet`).map(fault("wrong-fact")),
    ...(evasion === undefined ? [] : [evasion]).map(fault("no-answer")),
    ...(echo === undefined ? [] : [echo]).map(fault("echoed")),
    ...(speaksAnotherLanguage(user, turn) ? ["spoke another language"] : []).map(fault("wrong-language")),
    ...(brokenMark.test(line) ? ["wrote its stop mark in the wrong form"] : []).map(fault("broke-stop-rule")),
  ];
}

/** "[goal met]", "**GOAL_MET**", "(gives up)": meant as the mark, but in the wrong form. */
const brokenMark =
  /[<[({*]\s*(?:goal[ _-]?(?:met|reached|achieved)|gives?[ _-]?up|end of (?:the )?(?:call|conversation))/i;

/** Once the agent or the opening line has said it, it is no longer a secret. */
function isOut(value: string, { opening }: SimulatedUser, heard: readonly string[]): boolean {
  return [...(opening === undefined ? [] : [opening]), ...heard].some((text) => says(text, value));
}

function leaks(user: SimulatedUser, { line, heard, said }: SimulatedTurn): string[] {
  return user.cannotKnow
    .filter((words) => (says(line, words) || hides(line, words, said)) && !isOut(words, user, heard))
    .map((words) => `said “${words}”, which it cannot know`);
}

function toldEarly(user: SimulatedUser, { line, heard }: SimulatedTurn): string[] {
  return factsOf(user)
    .filter(({ withheld }) => withheld)
    .filter(({ name, value }) => says(line, value) || (isOwnName(name) && givesName(line, value)))
    .filter((fact) => !wasAsked(fact, heard) && !isOut(fact.value, user, heard))
    .map(({ name }) => `told its ${name} before it was asked`);
}

/** "This is Kim": a part of the name counts as the name. */
function givesName(line: string, name: string): boolean {
  const known = name.toLowerCase();
  return findGivenNames(line, { asked: false }).some(({ value }) => compareNames(known, value) === "same");
}

function contradictions(user: SimulatedUser, { line }: SimulatedTurn): string[] {
  return user.neverSays.flatMap((pattern) => {
    const outcome = testPattern(pattern, line, { flags: "i" });
    if (outcome === "no-match") return [];
    const what = `said what goes against its goal (${pattern})`;
    // It is unclear whether the conversation counts, so it does not.
    return [outcome === "match" ? what : `may have ${what}: the pattern took too long`];
  });
}
