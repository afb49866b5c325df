import { hashOf, isJsonObject, type JsonValue } from "../base/index.ts";
import type { AgentSources, VariantResult } from "./variant-result.ts";

/** One thing that is different between two runs, besides what came out. */
export type Change =
  | { kind: "value"; what: string; before: string; after: string }
  /** A file of the agent, such as a prompt; texts where they are known. */
  | { kind: "file"; name: string; how: "changed" | "added" | "removed"; before?: string; after?: string }
  /** Something is known to differ, and in these files if anybody knows. */
  | { kind: "code"; what: string; files: string[] };

/** What changed between two runs: agent, variant, models and their parameters, prompts, tools, code. */
export function changesBetween(before: VariantResult, after: VariantResult): Change[] {
  const [a, b] = [before.agent, after.agent];
  return [
    ...valueChange("agent", a.name, b.name),
    ...valueChange("agent version", a.version, b.version),
    ...recordChanges(before.variant, after.variant, (name) => `variant ${name}`),
    ...modelChanges(a.models, b.models),
    ...variantFiles(before, after),
    ...fileChanges(before, after),
    ...(a.tools === b.tools ? [] : [{ kind: "code" as const, what: "the agent's tools", files: [] }]),
    ...codeChanges(before, after),
    ...valueChange("answers", before.origin, after.origin),
    ...valueChange("viva", before.viva, after.viva),
  ];
}

function valueChange(what: string, before: string, after: string): Change[] {
  return before === after ? [] : [{ kind: "value", what, before, after }];
}

const missing = "none";

function recordChanges(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  what: (name: string) => string,
): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => valueChange(what(name), ownText(before, name), ownText(after, name)));
}

function ownText(record: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(record, name) ? record[name] : undefined) ?? missing;
}

/** Models by role, each with its parameters: { agent: { model: "…", temperature: 0 } }. */
function modelChanges(before: JsonValue, after: JsonValue): Change[] {
  const flat = (models: JsonValue) =>
    Object.fromEntries(
      Object.entries(isJsonObject(models) ? models : {}).flatMap(([role, settings]) =>
        Object.entries(isJsonObject(settings) ? settings : { model: settings }).map(([name, value]) => [
          name === "model" ? `model ${role}` : `${name} of ${role}`,
          typeof value === "string" ? value : JSON.stringify(value),
        ]),
      ),
    );
  return recordChanges(flat(before), flat(after), (name) => name);
}

function fileChanges(before: VariantResult, after: VariantResult): Change[] {
  const [a, b] = [before.agent.sources?.files, after.agent.sources?.files];
  if (before.agent.files === after.agent.files) return [];
  if (!a || !b) return [{ kind: "code", what: "the suite's files (prompts)", files: [] }];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().flatMap((name) => fileChange(name, a, b));
}

/** The file that a variant reads in place of another: coach.v1.md → coach.v2.md, where the choice is v1 → v2. */
function variantFiles(before: VariantResult, after: VariantResult): Change[] {
  const [a, b] = [before.agent.sources?.files ?? {}, after.agent.sources?.files ?? {}];
  return recordChanges(before.variant, after.variant, (name) => name).flatMap((choice) => {
    if (choice.kind !== "value") return [];
    const whole = new RegExp(`(?<![A-Za-z0-9])${RegExp.escape(choice.before)}(?![A-Za-z0-9])`, "g");
    return Object.keys(a).flatMap((name): Change[] => {
      const other = name.replace(whole, () => choice.after);
      if (other === name || !Object.hasOwn(b, other)) return [];
      return changedFile(`${name} → ${other}`, a[name], b[other]);
    });
  });
}

type SourceFile = AgentSources["files"][string];

function fileChange(name: string, a: AgentSources["files"], b: AgentSources["files"]): Change[] {
  return changedFile(name, Object.hasOwn(a, name) ? a[name] : undefined, Object.hasOwn(b, name) ? b[name] : undefined);
}

function changedFile(name: string, before: SourceFile | undefined, after: SourceFile | undefined): Change[] {
  if (before?.hash === after?.hash) return [];
  const how = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  return [
    {
      kind: "file",
      name,
      how,
      ...(before?.text === undefined ? {} : { before: before.text }),
      ...(after?.text === undefined ? {} : { after: after.text }),
    },
  ];
}

function codeChanges(before: VariantResult, after: VariantResult): Change[] {
  if (before.agent.code === after.agent.code) return [];
  const [a, b] = [before.agent.sources?.modules ?? {}, after.agent.sources?.modules ?? {}];
  const known = before.agent.sources && after.agent.sources;
  const names = known ? [...new Set([...Object.keys(a), ...Object.keys(b)])].sort() : [];
  const files = names.filter((name) => hashOf(a[name] ?? null) !== hashOf(b[name] ?? null));
  return [{ kind: "code", what: "the code of the suite or of what it imports", files }];
}
