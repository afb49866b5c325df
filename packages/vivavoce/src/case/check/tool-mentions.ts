import type { Case } from "../../shape/index.ts";
import type { Path } from "../read/placed-tree.ts";

/** A tool's name in a case. `as` says whether it is a value or the name of a field. */
interface ToolMention {
  name: string;
  path: Path;
  as: "value" | "field";
}

/** A parameter's name in a case, and the tools that it may belong to; any tool if there are none. */
interface ParameterMention {
  name: string;
  tools: readonly string[];
  path: Path;
  as: "value" | "field";
}

/** Every tool that a case names. */
export function toolMentions({ approvals, expect, mocks = {}, faults = [] }: Case): ToolMention[] {
  const value = (name: string, ...path: Path): ToolMention => ({ name, path, as: "value" });
  const perTool = typeof approvals === "object" && !Array.isArray(approvals) ? Object.keys(approvals) : [];
  return [
    ...(expect.tools ?? []).flatMap(({ tools = [] }, index) =>
      tools.map((name, place) => value(name, "expect", "tools", index, "tools", place)),
    ),
    ...(expect.calls ?? []).map(({ name }, index) => value(name, "expect", "calls", index, "name")),
    ...(expect.safety?.forbid ?? []).flatMap(({ tool }, index) =>
      tool === undefined ? [] : value(tool, "expect", "safety", "forbid", index, "tool"),
    ),
    ...faults.map(({ tool }, index) => value(tool, "faults", index, "tool")),
    ...perTool.map((name): ToolMention => ({ name, path: ["approvals", name], as: "field" })),
    ...Object.keys(mocks).map((name): ToolMention => ({ name, path: ["mocks", name], as: "field" })),
  ];
}

/** Every parameter that a case names. */
export function parameterMentions({ expect }: Case): ParameterMention[] {
  const named = (tools: readonly string[], fields: object | undefined, ...path: Path): ParameterMention[] =>
    Object.keys(fields ?? {}).map((name) => ({ name, tools, path: [...path, "arguments", name], as: "field" }));
  return [
    ...(expect.tools ?? []).flatMap((entry, index) => {
      const { tools = [], required = [] } = entry;
      const path = ["expect", "tools", index] as const;
      return [
        ...required.map(
          (name, place): ParameterMention => ({ name, tools, path: [...path, "required", place], as: "value" }),
        ),
        ...named(tools, entry.arguments, ...path),
      ];
    }),
    ...(expect.calls ?? []).flatMap((call, index) => named([call.name], call.arguments, "expect", "calls", index)),
  ];
}
