import { plainWords } from "./plain-line.ts";

const kinds: readonly [RegExp, string][] = [
  [/\bheat pump\b/, "heat pump"],
  [/\bmini.?split\b/, "mini split"],
  [/\bthermostat\b/, "thermostat"],
  [/\bgas (?:furnace|heater)\b/, "gas furnace"],
  [/\bfurnace\b/, "furnace"],
  [/\bheater\b|\bheating\b/, "heater"],
  [/\ba\/c\b|\bac\b|\bair con\w*|\bair handler\b|\bcondenser\b|\bcompressor\b/, "air conditioner"],
];

/** The equipment that a line is about. */
export function readEquipment(line: string): string | undefined {
  const words = plainWords(line);
  return kinds.find(([pattern]) => pattern.test(words))?.[1];
}
