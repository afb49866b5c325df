import { type Ability, type Case, neededAbilities } from "../../shape/index.ts";
import type { Path } from "../read/placed-tree.ts";
import type { CaseFinding } from "./finding.ts";

const words: Record<Ability, { asks: string; method: string }> = {
  greet: { asks: "the agent speaks first", method: "greet(signal)" },
  silence: { asks: "the user stays silent", method: "silence(ms, signal)" },
  interrupt: { asks: "the user interrupts the agent", method: "interrupt(message, heard, signal)" },
};

/** Why a case cannot be played with an agent that lacks an ability, and what to do. */
export function lacking(ability: Ability): { message: string; remedy: string } {
  const { asks, method } = words[ability];
  return {
    message: `${asks} in this case, but the agent's session has no ${ability}()`,
    remedy: `Give the session ${method}, or take this out of the case.`,
  };
}

/** What a case needs although the agent says that it cannot do it. */
export function checkAbilities(subject: Case, hears: readonly Ability[]): CaseFinding[] {
  return neededAbilities(subject)
    .filter((ability) => !hears.includes(ability))
    .map((ability) => {
      const path = placeOf(ability, subject);
      return { level: "problem", ...lacking(ability), path, hint: { kind: "field", name: String(path.at(-1)) } };
    });
}

function placeOf(ability: Ability, { script }: Case): Path {
  if (ability === "greet") return ["opens"];
  const field = ability === "silence" ? "silence" : "interrupts";
  const line = script.findIndex((one) => one[field] !== undefined);
  return line < 0 ? ["user", "behaviours"] : ["script", line, field];
}
