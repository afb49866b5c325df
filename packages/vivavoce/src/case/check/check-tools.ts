import { isJsonObject, type JsonSchema, nearest } from "../../base/index.ts";
import { type Case, listInWords, suggestion, valueInWords } from "../../shape/index.ts";
import { type CaseFinding, nameHint } from "./finding.ts";
import { parameterMentions, toolMentions } from "./tool-mentions.ts";

/** The parts of a tool that a case is checked against. */
export interface ToolOutline {
  name: string;
  parameters: JsonSchema;
}

/** The agent's tools or, if it has several variants, those of each by the variant's name. */
export type KnownTools = readonly ToolOutline[] | Map<string, readonly ToolOutline[]>;

/** Names in a case that the agent's tools do not have, in all or some of its variants. */
export function checkTools(subject: Case, tools: KnownTools): CaseFinding[] {
  if (!(tools instanceof Map)) return unknownNames(subject, tools);
  const found = new Map<string, { finding: CaseFinding; variants: string[] }>();
  for (const [variant, list] of tools) {
    for (const finding of unknownNames(subject, list)) {
      const key = JSON.stringify([finding.path, finding.message]);
      const { variants } = found.get(key) ?? { variants: [] };
      found.set(key, { finding, variants: [...variants, variant] });
    }
  }
  return [...found.values()].map(({ finding, variants }) =>
    variants.length === tools.size
      ? finding
      : { ...finding, message: `${finding.message} (variant ${listInWords(variants, "and")})` },
  );
}

function unknownNames(subject: Case, tools: readonly ToolOutline[]): CaseFinding[] {
  return [...unknownTools(subject, tools), ...unknownParameters(subject, tools)];
}

function unknownTools(subject: Case, tools: readonly ToolOutline[]): CaseFinding[] {
  const known = tools.map(({ name }) => name);
  const unknown = toolMentions(subject).filter(({ name }) => !known.includes(name));
  return unknown.map(({ name, path, as }) => ({
    level: "problem",
    message: `the agent has no tool called ${valueInWords(name)}`,
    remedy: suggestion(nearest(name, known), known, "its tools") ?? "this agent has no tools at all",
    path,
    hint: nameHint(name, as),
  }));
}

function unknownParameters(subject: Case, tools: readonly ToolOutline[]): CaseFinding[] {
  const findings: CaseFinding[] = [];
  for (const { name, tools: named, path, as } of parameterMentions(subject)) {
    const meant = named.length === 0 ? tools : tools.filter((tool) => named.includes(tool.name));
    const lists = meant.map(({ parameters }) => parameterNames(parameters));
    // An unknown tool is reported separately; a tool without listed parameters may take any.
    if (meant.length === 0 || lists.includes(undefined)) continue;
    const known = [...new Set(lists.flatMap((list) => list ?? []))];
    if (known.includes(name)) continue;
    findings.push({
      level: "problem",
      message: `${owner(meant)} parameter called ${valueInWords(name)}`,
      remedy: suggestion(nearest(name, known), known, "known parameters") ?? "it takes no parameters",
      path,
      hint: nameHint(name, as),
    });
  }
  return findings;
}

function owner(tools: readonly ToolOutline[]): string {
  const [only] = tools;
  return tools.length === 1 && only ? `the tool ${valueInWords(only.name)} has no` : "none of the tools has a";
}

/** The names that a schema lists; undefined if it allows others. */
function parameterNames(schema: JsonSchema): string[] | undefined {
  const { properties, additionalProperties } = schema;
  if (!isJsonObject(properties)) return undefined;
  const open = additionalProperties === true || isJsonObject(additionalProperties);
  const composed = ["allOf", "anyOf", "oneOf", "$ref", "patternProperties"].some((word) => Object.hasOwn(schema, word));
  return open || composed ? undefined : Object.keys(properties);
}
