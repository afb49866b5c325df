import { readTight } from "../numbers/digit-run.ts";
import { type Token, wordsAt } from "../text/tokens.ts";

/** Roads that have a number for a name, as they are said and written, and one short form of each. */
const roads = (
  [
    ["fm", "farm to market road, farm to market, farm market road, f m road, f m, fm road, fm"],
    ["rm", "ranch to market road, ranch to market, r m, rm"],
    ["rr", "ranch road, r r, rr"],
    ["cr", "county road, county rd, c r, cr"],
    ["sh", "state highway, state hwy, s h, sh"],
    ["us", "u s highway, u s hwy, us highway, us hwy, u s, us"],
    ["i", "interstate highway, interstate, i h, ih"],
  ] as const
)
  .flatMap(([short, said]) => said.split(", ").map((words) => ({ short, words: words.split(" ") })))
  .toSorted((one, other) => other.words.length - one.words.length);

/** Reads what a numbered road is: "farm to market" of "farm to market 1960". */
export function readRoad(tokens: readonly Token[], at: number): { word: string; next: number } | undefined {
  const road = roads.find(({ words }) => wordsAt(tokens, at, words));
  const next = at + (road?.words.length ?? 0);
  const number = tokens[next]?.text === "-" ? next + 1 : next;
  return road && readTight(tokens, number) ? { word: road.short, next } : undefined;
}
