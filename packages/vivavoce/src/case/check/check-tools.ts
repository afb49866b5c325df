import { isJsonObject, type JsonSchema, nearest } from "../../base/index.ts";
import { type Case, isToolStep, listInWords, suggestion, valueInWords } from "../../shape/index.ts";
import type { CaseFinding, Path } from "../read/placed-tree.ts";

/** The parts of a tool that a case is checked against. */
interface ToolOutline {
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
  return unknown.map(({ name, path, hint }) => ({
    level: "problem",
    message: `the agent has no tool called ${valueInWords(name)}`,
    remedy: suggestion(nearest(name, known), known, "its tools") ?? "this agent has no tools at all",
    path,
    hint,
  }));
}

function unknownParameters(subject: Case, tools: readonly ToolOutline[]): CaseFinding[] {
  const findings: CaseFinding[] = [];
  for (const { name, tools: named, path, hint } of parameterMentions(subject)) {
    const meant = named.length === 0 ? tools : tools.filter((tool) => named.includes(tool.name));
    const lists = meant.map(({ parameters }) => parameterNames(parameters));
    // An unknown tool is reported separately; a tool without listed parameters may take any.
    if (meant.length === 0 || lists.includes(undefined)) continue;
    const known = [...new Set(lists.flatMap((list) => list ?? []))];
    if (known.includes(name)) continue;
    const [only, second] = meant;
    const owner = only && !second ? `the tool ${valueInWords(only.name)} has no` : "none of the tools has a";
    findings.push({
      level: "problem",
      message: `${owner} parameter called ${valueInWords(name)}`,
      remedy: suggestion(nearest(name, known), known, "known parameters") ?? "it takes no parameters",
      path,
      hint,
    });
  }
  return findings;
}

/** The names that a schema lists; undefined if it allows others. */
function parameterNames(schema: JsonSchema): string[] | undefined {
  const { properties, additionalProperties } = schema;
  if (!isJsonObject(properties)) return undefined;
  const open = additionalProperties === true || isJsonObject(additionalProperties);
  const composed = ["allOf", "anyOf", "oneOf", "$ref", "patternProperties"].some((word) => Object.hasOwn(schema, word));
  return open || composed ? undefined : Object.keys(properties);
}

/** A tool's name in a case. */
interface ToolMention extends Pick<CaseFinding, "path" | "hint"> {
  name: string;
}

/** A parameter's name in a case, and the tools that it may belong to; any tool if there are none. */
interface ParameterMention extends ToolMention {
  tools: readonly string[];
}

function asValue(name: string, ...path: Path): ToolMention {
  return { name, path, hint: { kind: "value", value: name } };
}

function asField(name: string, ...path: Path): ToolMention {
  return { name, path: [...path, name], hint: { kind: "field", name } };
}

/** Every tool that a case names. */
function toolMentions({ approvals, expect, mocks = {}, faults = [] }: Case): ToolMention[] {
  const perTool = typeof approvals === "object" && !Array.isArray(approvals) ? Object.keys(approvals) : [];
  return [
    ...(expect.tools ?? []).flatMap(({ tools = [] }, index) =>
      tools.map((name, place) => asValue(name, "expect", "tools", index, "tools", place)),
    ),
    ...(expect.calls ?? []).map(({ name }, index) => asValue(name, "expect", "calls", index, "name")),
    ...(expect.safety?.forbid ?? []).flatMap(({ tool }, index) =>
      tool === undefined ? [] : asValue(tool, "expect", "safety", "forbid", index, "tool"),
    ),
    ...(expect.plan ?? []).flatMap((step, index) => (isToolStep(step) ? asValue(step, "expect", "plan", index) : [])),
    ...(expect.disclosure ?? []).flatMap((one, index) =>
      typeof one === "string" || !one.before ? [] : asValue(one.before, "expect", "disclosure", index, "before"),
    ),
    ...faults.map(({ tool }, index) => asValue(tool, "faults", index, "tool")),
    ...perTool.map((name) => asField(name, "approvals")),
    ...Object.keys(mocks).map((name) => asField(name, "mocks")),
  ];
}

/** Every parameter that a case names. */
function parameterMentions({ expect }: Case): ParameterMention[] {
  const named = (tools: readonly string[], fields: object | undefined, ...path: Path): ParameterMention[] =>
    Object.keys(fields ?? {}).map((name) => ({ ...asField(name, ...path, "arguments"), tools }));
  return [
    ...(expect.tools ?? []).flatMap((entry, index) => {
      const { tools = [], required = [] } = entry;
      const path = ["expect", "tools", index] as const;
      return [
        ...required.map((name, place) => ({ ...asValue(name, ...path, "required", place), tools })),
        ...named(tools, entry.arguments, ...path),
      ];
    }),
    ...(expect.calls ?? []).flatMap((call, index) => named([call.name], call.arguments, "expect", "calls", index)),
  ];
}
