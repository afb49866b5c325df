import { basename, dirname, extname, join } from "node:path";
import { relativePath, writtenYaml } from "../../base/index.ts";
import type { CaseInput, Transcript } from "../../shape/index.ts";
import { CaseIds } from "./collected.ts";
import type { Imported } from "./import-files.ts";

/** A file that an import makes. */
interface MadeFile {
  path: string;
  text: string;
}

/** More cases than this are written as JSON lines: nobody reads that many as YAML, and JSON lines may have any size. */
const mostInYaml = 1_000;

/** The files that an import makes: in a folder one for each that was read, or all in the one file that is named. */
export function madeFiles({ files, cases, transcripts, as }: Imported, out: string = as): MadeFile[] {
  // The id says that no suite need have a case of this name: viva score takes such a transcript by itself.
  const all: readonly Made[] = as === "cases" ? cases : transcripts.map((one) => ({ id: one.case, ...one }));
  if (all.length === 0) return [];
  if (/\.(?:json|jsonl|ndjson|ya?ml)$/i.test(out)) {
    const source = files.map(({ file }) => basename(file)).join(", ");
    return [{ path: out, text: textIn(extname(out).toLowerCase(), all, source) }];
  }
  const names = new CaseIds();
  let from = 0;
  return files.flatMap(({ file, count }) => {
    const part = all.slice(from, from + count);
    from += count;
    const ending = as === "transcripts" || count > mostInYaml ? ".jsonl" : ".yaml";
    const path = () => join(out, `${names.take(basename(file, extname(file)))}${ending}`);
    return count === 0 ? [] : [{ path: path(), text: textIn(ending, part, basename(file)) }];
  });
}

/** Metrics that ask no judge. */
const byCode = /^(?:contains|equals|json|limits|matches|tool\w+)\(/;

/** A suite of these cases, beside their folder: it runs as it is, with an agent that asks a model. */
export function madeSuite({ as, report, model = "openai:gpt-5-mini" }: Imported, made: readonly MadeFile[]) {
  const [first] = made;
  const { metrics } = report;
  if (as !== "cases" || metrics.length === 0 || !first) return undefined;
  const [folder, name] = [dirname(dirname(first.path)), basename(first.path, extname(first.path))];
  const paths = made.map(({ path }) => JSON.stringify(`./${relativePath(folder, path)}`)).join(", ");
  const judge = metrics.every((metric) => byCode.test(metric)) ? "" : ", judge: model";
  const imported = metrics.map((metric) => metric.replace(/\(.*$/, "")).toSorted();
  const text = `import { cases, type ReplyContext, suite } from "vivavoce";
import { ${imported.join(", ")} } from "vivavoce/metrics";

const model = ${JSON.stringify(model)};

// Put your own agent here: a function that takes the user's message and returns the reply.
async function agent(_message: string, context: ReplyContext) {
  const { text } = await context.model().call({ messages: context.messages });
  return text;
}

export default suite({
  name: ${JSON.stringify(name)},
  cases: cases(${made.length === 1 ? paths : `[${paths}]`}),
  agent,
  models: { agent: model${judge} },
  metrics: [${metrics.join(", ")}],
});
`;
  return { path: join(folder, `${name}.eval.ts`), text };
}

type Made = CaseInput | Transcript;

function textIn(ending: string, all: readonly Made[], source: string): string {
  if (ending === ".json") return `${JSON.stringify(all, null, 2)}\n`;
  if (ending === ".yaml" || ending === ".yml")
    return `# Imported from ${source.replace(/[\r\n]+/g, " ")}.\n${writtenYaml(all)}`;
  return all.map((one) => `${JSON.stringify(one)}\n`).join("");
}
