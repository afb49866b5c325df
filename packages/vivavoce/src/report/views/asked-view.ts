import { plural, writtenYaml } from "../../base/index.ts";
import type { Case } from "../../shape/index.ts";
import { clip } from "./page-text.ts";

/** A part of a case under its name. */
export interface Part {
  name: string;
  text: string;
}

/** What a case gives the agent and what it expects; undefined if the store does not hold the case. */
export function askedView(played: Case | undefined): { given: Part[]; expected: Part[] } | undefined {
  if (!played) return undefined;
  const { user, history, opens, approvals, clock, mocks, faults, data, world, script, expect } = played;
  const { persona, goal, opening, stop, maxExchanges, ...facts } = user ?? {};
  const lines = script.map((line, index) => [`exchange ${index + 1}`, line.expect] as const);
  return {
    given: parts([
      ["persona", persona],
      ["goal", goal],
      ["opening", opening],
      ...Object.entries({ ...facts, ...stop }).map(([name, value]) => [spaced(name), value] as const),
      ["hangs up", maxExchanges && `after ${plural(maxExchanges, "exchange")} at the latest`],
      ["before", history.length > 0 ? `${plural(history.length, "message")}, shown above the conversation` : undefined],
      ["opens", opens && "the agent speaks first"],
      ["approvals", approvals],
      ["clock", clock?.now],
      ["mocks", mocks],
      ["faults", faults],
      ["data", data],
      ["world", world],
    ]),
    expected: parts([...Object.entries(expect).map(([name, value]) => [spaced(name), value] as const), ...lines]),
  };
}

function parts(entries: readonly (readonly [string, unknown])[]): Part[] {
  return entries.flatMap(([name, value]) => (isEmpty(value) ? [] : [{ name, text: clip(textOf(value)) }]));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : writtenYaml(value).trimEnd();
}

/** "tellsWhenAsked" as "tells when asked". */
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
