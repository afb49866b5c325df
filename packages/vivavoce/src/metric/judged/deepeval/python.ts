import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { codeFolder, InputError, nearest, packageFolder, safeLine, withoutSecrets } from "../../../base/index.ts";
import { unguarded } from "../../../network/index.ts";

/** A Python, and where it works. */
interface Python {
  command: string;
  cwd: string;
}

/** What an installed deepeval says of itself and of one metric. */
interface Installed {
  version: string;
  /** A hash over the module of a metric that is not deepeval's own. */
  source?: string | null | undefined;
}

/** The package of the worker: built beside Viva's code, or in the sources. */
function bridgeFolder(): string {
  const built = join(codeFolder, "python");
  return existsSync(built) ? built : resolve(packageFolder, "../../python");
}

/** Looks for a path in the working directory and above it, so that Viva can be called from any folder of a project. */
function findPython(given: string | undefined, cwd: string): Python {
  const command = given ?? (process.platform === "win32" ? "python" : "python3");
  if (isAbsolute(command) || !/[\\/]/.test(command)) return { command, cwd };
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, command);
    if (existsSync(path)) return { command: path, cwd };
    if (folder === dirname(folder)) return { command: join(cwd, command), cwd };
  }
}

/** How the worker is started: without Viva's secrets, and with deepeval's own network traffic turned off. */
export function workerCommand({ command, cwd }: Python) {
  return { command, args: ["-m", "viva_bridge.deepeval_worker"], cwd, env: environment() };
}

function environment(): Record<string, string> {
  const inherited = withoutSecrets(process.env);
  return {
    ...inherited,
    PYTHONPATH: [bridgeFolder(), inherited.PYTHONPATH].filter(Boolean).join(delimiter),
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONUTF8: "1",
    DEEPEVAL_TELEMETRY_OPT_OUT: "1",
    DEEPEVAL_DISABLE_DOTENV: "1",
    DEEPEVAL_EVAL_MODE: "llm",
    // Viva's judge has limits of its own, and may have to wait for its turn.
    DEEPEVAL_DISABLE_TIMEOUTS: "1",
    ERROR_REPORTING: "0",
  };
}

const described = new Map<string, Installed>();

/** The Python, and what it has installed, without importing it, which would take seconds. Refuses what cannot work. */
export function installedFor(given: string | undefined, metric: string): Installed & { python: Python } {
  const python = findPython(given, process.cwd());
  const key = JSON.stringify([python, metric]);
  const known = described.get(key) ?? look(python, metric);
  described.set(key, known);
  return { ...known, python };
}

function look(python: Python, metric: string): Installed {
  const { command, args, ...options } = workerCommand(python);
  const refused = (message: string, remedy: string) => new InputError({ message: `deepeval(): ${message}`, remedy });
  const { error, status, stdout, stderr } = unguarded(() =>
    spawnSync(command, [...args, "--describe", metric], { ...options, encoding: "utf8", windowsHide: true }),
  );
  if (error) {
    const remedy = 'Name one that has deepeval, such as python: ".venv/bin/python".';
    throw refused(`there is no Python ${safeLine(command)} (${safeLine(error.message, 120)})`, remedy);
  }
  if (status !== 0) {
    const last = stderr.trim().split("\n").at(-1) ?? "";
    throw refused(
      `${safeLine(command)} ended with code ${status}: ${safeLine(last, 200)}`,
      "Use Python 3.11 or newer.",
    );
  }
  const told: Installed & { missing?: string; noModule?: string; classifier?: string; known?: string[] } =
    JSON.parse(stdout);
  if (told.missing)
    throw refused(`${safeLine(command)} has no deepeval`, `Install it: ${command} -m pip install deepeval`);
  if (told.noModule) {
    throw refused(
      `there is no module ${safeLine(told.noModule)} in ${options.cwd}`,
      "Name it as Python would import it from there.",
    );
  }
  if (told.classifier) {
    throw refused(
      `${safeLine(told.classifier)} is a classifier: it gives a label, not a score`,
      "Write a criteria() or a dag() that says which labels are right.",
    );
  }
  if (Number.parseInt(told.version, 10) < 4) {
    throw refused(
      `deepeval ${safeLine(told.version)} is too old: in some of its metrics a lower score is better`,
      "Install 4 or newer.",
    );
  }
  if (told.known && !told.known.includes(metric)) {
    const near = nearest(metric, told.known);
    const own = "For one of your own, give module:Class.";
    throw refused(
      `deepeval ${told.version} has no metric ${safeLine(metric)}`,
      near ? `Did you mean ${near}? ${own}` : own,
    );
  }
  return told;
}
