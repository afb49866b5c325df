import { posix } from "node:path";

/** The folders in their order: one imports only from those before it. */
export const folderOrder: readonly string[] = [
  "base",
  "shape",
  "spoken",
  "stats",
  "network",
  "world",
  "case",
  "model",
  "gateway",
  "agent",
  "judge",
  "conversation",
  "metric",
  "gate",
  "store",
  "results",
  "calibration",
  "suite",
  "run",
  "queue",
  "report",
  "server",
  "formats",
  "test-runner",
  "cli",
];

/** The folders that play conversations and score them, and those that read what came out: a reader imports no player. */
const playing = ["network", "model", "gateway", "agent", "judge", "conversation", "metric", "suite", "run", "queue"];
const reading = ["gate", "store", "results", "calibration", "report", "server", "formats"];

/** The public lists: what users import. They name what folders export, in `public.ts` or `index.ts`, and nothing else. */
const publicLists: readonly string[] = ["index.ts", "metrics.ts", "stats.ts", "world.ts", "testing.ts"];

/** Source texts by their path from `src`, with slashes. */
export type Sources = Readonly<Record<string, string>>;

/** Everything about the imports of these files that is not as it should be. Tests and their helpers are exempt. */
export function importProblems(sources: Sources): string[] {
  const files = Object.keys(sources).filter((file) => !/\.test(?:-helper)?\.ts$/.test(file));
  const imports = new Map(files.map((file) => [file, relativeImports(sources[file] ?? "", file)]));
  return [
    ...files.filter((file) => placeOf(file) === undefined).map((file) => `${file}: no place in the order of folders`),
    ...files.flatMap((file) => (imports.get(file) ?? []).flatMap((target) => importProblem(file, target, sources))),
    ...files
      .filter((file) => /(?:^|\/)(?:index|public)\.ts$/.test(file) || publicLists.includes(file))
      .flatMap((file) => indexProblem(file, sources)),
    ...cycles(imports).map((cycle) => `${cycle.join(" → ")}: these files import each other in a circle`),
  ];
}

function importProblem(file: string, target: string, sources: Sources): string[] {
  const said = `${file} imports ${target}`;
  if (!Object.hasOwn(sources, target)) return [`${said}, which is not there`];
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === to && from !== "") return [];
  if (!mayImport(file, target)) return [`${said}, which runs back against the order of folders`];
  if (reading.includes(from) && playing.includes(to)) return [`${said}: a folder that reads results needs no player`];
  const doors = publicLists.includes(file) ? [`${to}/index.ts`, `${to}/public.ts`] : [`${to}/index.ts`];
  if (to !== "" && !doors.includes(target)) return [`${said}, the inside of another folder, past its index.ts`];
  return [];
}

/** "" for the files beside the folders. */
function folderOf(file: string): string {
  return file.includes("/") ? (file.split("/", 1)[0] ?? "") : "";
}

function placeOf(file: string): number | undefined {
  const folder = folderOf(file);
  if (folder === "testing" || publicLists.includes(file)) return Number.POSITIVE_INFINITY;
  const place = folderOrder.indexOf(folder);
  return place < 0 ? undefined : place;
}

function mayImport(file: string, target: string): boolean {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (publicLists.includes(file)) return true;
  // What users import is given to their suites, by the command and in test runners; nothing else here needs it.
  if (publicLists.includes(target) || to === "testing") return from === "test-runner";
  const limit = from === "testing" ? folderOrder.indexOf("model") : folderOrder.indexOf(from) - 1;
  return folderOrder.includes(to) && folderOrder.indexOf(to) <= limit;
}

/** The files that a source imports or exports from, `import()` included; packages are left out. */
export function relativeImports(source: string, file: string): string[] {
  const code = withoutComments(source);
  const found = [
    ...code.matchAll(/^(?:import|export)\s+(?:[^"';]*?\sfrom\s+)?["'](\.[^"']*)["']/gm),
    ...code.matchAll(/\bimport\s*\(\s*["'](\.[^"']*)["']/g),
  ];
  return [...new Set(found.map(([, target = ""]) => posix.join(posix.dirname(file), target)))];
}

function withoutComments(source: string): string {
  const pattern = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return source.replace(pattern, (_all, text: string | undefined) => text ?? "");
}

function indexProblem(file: string, sources: Sources): string[] {
  const listed = /^export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+["'][^"']+["'];?/gm;
  const rest = withoutComments(sources[file] ?? "").replace(listed, "");
  return rest.trim() === "" ? [] : [`${file} holds more than exports: ${rest.trim().split("\n", 1)[0]}`];
}

/** Circles of files, each once, begun at its first file in alphabetical order. */
export function cycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found = new Map<string, string[]>();
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      const circle = path.slice(at);
      const first = circle.indexOf([...circle].sort()[0] ?? file);
      const turned = [...circle.slice(first), ...circle.slice(0, first)];
      found.set(turned.join("\n"), [...turned, turned[0] ?? file]);
      return;
    }
    if (done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return [...found.values()];
}
