import { isJsonObject, plural } from "../base/index.ts";
import type { VariantResult } from "../shape/index.ts";

/** One difference between two runs, besides their results. */
type Change =
  | { kind: "value"; what: string; before: string; after: string }
  /** A file of the agent, such as a prompt, with its texts if they are known. */
  | { kind: "file"; name: string; how: "changed" | "added" | "removed"; before?: string; after?: string }
  /** Something that is known to differ, with the files if they are known. */
  | { kind: "code"; what: string; files: string[] };

/** What changed between two runs: agent, variant, models and their parameters, simulated user, prompts, tools, code, packages. */
export function changesBetween(before: VariantResult, after: VariantResult): Change[] {
  const [a, b] = [before.agent, after.agent];
  // For given transcripts only the agent's name is known: its files and code cannot be compared.
  const isGiven = [before, after].some(({ origin }) => origin === "given transcripts");
  const made: Change[] = isGiven
    ? []
    : [
        ...variantFiles(before, after),
        ...fileChanges(before, after),
        ...(a.tools === b.tools ? [] : [{ kind: "code" as const, what: "the agent's tools", files: [] }]),
        ...codeChanges(before, after),
        ...packageChanges(before, after),
        ...(before.node && after.node ? values({ Node: before.node }, { Node: after.node }) : []),
      ];
  return [
    ...values({ agent: a.name, "agent version": a.version }, { agent: b.name, "agent version": b.version }),
    ...values(prefixed(before.variant), prefixed(after.variant)),
    ...(isGiven ? [] : values(modelTexts(a.models), modelTexts(b.models))),
    ...userChanges(before, after),
    ...serverChanges(before, after),
    ...made,
    ...values({ answers: before.origin, viva: before.viva }, { answers: after.origin, viva: after.viva }),
  ];
}

type Named<T> = Readonly<Record<string, T>>;

/** The differences between two records, by name; undefined if one of them lacks the name. */
function differing<T>(a: Named<T>, b: Named<T>, same: (x: T, y: T) => boolean = Object.is): [string, T?, T?][] {
  const own = (record: Named<T>, name: string) => (Object.hasOwn(record, name) ? record[name] : undefined);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const [x, y] = [own(a, name), own(b, name)];
    return x !== undefined && y !== undefined && same(x, y) ? [] : [[name, x, y] as [string, T?, T?]];
  });
}

function values(a: Named<string>, b: Named<string>): Change[] {
  return differing(a, b).map(valueChange);
}

function valueChange([what, before = "none", after = "none"]: [string, string?, string?]): Change {
  return { kind: "value", what, before, after };
}

function prefixed(variant: VariantResult["variant"]): Named<string> {
  return Object.fromEntries(Object.entries(variant).map(([name, value]) => [`variant ${name}`, value]));
}

/** Not known of runs of an older Viva. */
function userChanges({ user: before }: VariantResult, { user: after }: VariantResult): Change[] {
  return before === undefined || after === undefined ? [] : values(modelTexts(before), modelTexts(after));
}

/** Known only of live runs, where each role has one. */
function serverChanges({ servers: a = {} }: VariantResult, { servers: b = {} }: VariantResult): Change[] {
  const both = differing(a, b).filter(([, before, after]) => before !== undefined && after !== undefined);
  return both.map(([role, ...sides]) => valueChange([`server of ${role}`, ...sides]));
}

/** Models by role, each with its parameters: { agent: { model: "…", temperature: 0 } }. */
function modelTexts(models: VariantResult["agent"]["models"]): Named<string> {
  const texts = Object.entries(isJsonObject(models) ? models : {}).flatMap(([role, settings]) =>
    Object.entries(isJsonObject(settings) ? settings : { model: settings }).map(([name, value]) => [
      name === "model" ? `model ${role}` : `${name} of ${role}`,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  return Object.fromEntries(texts);
}

type SourceFile = { hash: string; text?: string };
const sameHash = (a: SourceFile, b: SourceFile) => a.hash === b.hash;

function fileChanges({ agent: a }: VariantResult, { agent: b }: VariantResult): Change[] {
  if (a.files === b.files) return [];
  if (!a.sources || !b.sources) return [{ kind: "code", what: "the suite's files (prompts)", files: [] }];
  return differing<SourceFile>(a.sources.files, b.sources.files, sameHash)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, before, after]) => fileChange(name, before, after));
}

/** The file that a variant reads instead of another: coach.v1.md → coach.v2.md, if the variants are v1 → v2. */
function variantFiles(before: VariantResult, after: VariantResult): Change[] {
  const [a, b] = [before.agent.sources?.files ?? {}, after.agent.sources?.files ?? {}];
  return differing(before.variant, after.variant).flatMap(([, from = "none", to = "none"]) => {
    const whole = new RegExp(`(?<![A-Za-z0-9])${RegExp.escape(from)}(?![A-Za-z0-9])`, "g");
    return Object.entries(a).flatMap(([name, file]): Change[] => {
      const other = name.replace(whole, () => to);
      const counterpart = other !== name && Object.hasOwn(b, other) ? b[other] : undefined;
      if (!counterpart || sameHash(file, counterpart)) return [];
      return [fileChange(`${name} → ${other}`, file, counterpart)];
    });
  });
}

function fileChange(name: string, before: SourceFile | undefined, after: SourceFile | undefined): Change {
  const how = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const texts = {
    ...(before?.text === undefined ? {} : { before: before.text }),
    ...(after?.text === undefined ? {} : { after: after.text }),
  };
  return { kind: "file", name, how, ...texts };
}

function codeChanges({ agent: a }: VariantResult, { agent: b }: VariantResult): Change[] {
  if (a.code === b.code) return [];
  const known = a.sources && b.sources ? differing(a.sources.modules, b.sources.modules) : [];
  const files = known.map(([name]) => name).sort();
  return [{ kind: "code", what: "the code of the suite or of what it imports", files }];
}

/** After a renewed lockfile there may be hundreds; the others are one change. */
const mostPackages = 12;

/** Not known of runs of an older Viva, nor of those of a test runner. */
function packageChanges(before: VariantResult, after: VariantResult): Change[] {
  const [a, b] = [before.agent.sources?.packages, after.agent.sources?.packages];
  const changed = a && b ? differing(a, b).sort(([one], [other]) => (one < other ? -1 : 1)) : [];
  const others = changed.slice(mostPackages);
  const files = others.map(([name, from = "none", to = "none"]) => `${name} ${from} → ${to}`);
  return [
    ...changed.slice(0, mostPackages).map(valueChange),
    ...(files.length === 0 ? [] : [{ kind: "code" as const, what: plural(files.length, "more package"), files }]),
  ];
}
