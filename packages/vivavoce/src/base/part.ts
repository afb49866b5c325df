import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext, Script } from "node:vm";
import { crc32 } from "node:zlib";

type Exports = Record<string, unknown>;
type Importing = (name: string) => Promise<unknown>;
type Code = (
  exports: Exports,
  require: (name: string) => unknown,
  file: string,
  folder: string,
  importing: Importing,
  start: Exports | undefined,
) => void;

/** The code of a script that is kept, and how many commands in a row had nothing to add to it. */
interface Kept {
  data: Buffer;
  looks: number;
}

/** After this many, commands no longer look whether they compiled more, because it takes time. */
const mostLooks = 3;
/** A command that takes this long looks anyway. */
const longSeconds = 5;
const usageError = 64;
/** A checksum and the number of looks. */
const trailerLength = 5;

/**
 * Runs the script beside a module of `dist/parts` and returns what it exports. Of a module, Node keeps only what is
 * compiled before it runs, so that every command would compile each function it calls again. Of a script, all that a
 * command called is kept for the next command of that name.
 */
export function part(
  { filename, dirname }: { filename: string; dirname: string },
  digest: string,
  importing: Importing,
  start?: Exports,
): Exports {
  const name = basename(filename, ".js");
  const file = join(dirname, `${name}.script.js`);
  const command = commandIn(join(dirname, "..", ".."), process.argv);
  const exports = {};
  const code = codeOf(file, command && `viva-${digest}-${command}`);
  code(exports, process.getBuiltinModule, filename, dirname, importing, start);
  return exports;
}

/** `name`: of the file that keeps what is compiled of it. */
function codeOf(file: string, name: string | undefined): Code {
  const source = readFileSync(file, "latin1");
  const { href } = pathToFileURL(file);
  // Jest gives each test file globals of its own, and a script would have those of Jest.
  // biome-ignore lint/security/noGlobalEval: the code is Viva's own
  if (runInThisContext("Object") !== Object) return globalThis.eval(`${source}\n//# sourceURL=${href}`);
  const folder = getCompileCacheDir();
  const cache = folder && name && join(folder, name);
  const found = cache ? readKept(cache) : undefined;
  const script = new Script(source, { filename: href, ...(found && { cachedData: found.data }) });
  const known = script.cachedDataRejected ? undefined : found;
  if (cache) {
    process.on("exit", (code) => {
      const looks = known === undefined || known.looks < mostLooks || process.uptime() > longSeconds;
      if (looks && code !== usageError) keep(cache, script, known);
    });
  }
  return script.runInThisContext();
}

/** What a process of Viva does; undefined in a process of somebody else. */
function commandIn(home: string, [, program = "", command = ""]: readonly string[]): string | undefined {
  const started = relative(home, realPath(program)).replaceAll("\\", "/");
  if (started === "dist/cli/trial-process.js") return "trial-process";
  if (started !== "bin/viva.js") return undefined;
  return /^[a-z]+$/.test(command) ? command : "viva";
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** V8 trusts what it is given, so damage has to be noticed here. */
function readKept(file: string): Kept | undefined {
  try {
    const kept = readFileSync(file);
    const data = kept.subarray(0, -trailerLength);
    return kept.readUInt32LE(data.length) === crc32(data) ? { data, looks: kept.at(-1) ?? 0 } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps what is compiled by now if it is more than is known: an earlier command of this name may have ended early, or
 * V8 may have dropped code that it had not run for long. Without it the next command is slower and works.
 */
function keep(file: string, script: Script, known: Kept | undefined): void {
  const own = `${file}.${process.pid}`;
  try {
    const compiled = script.createCachedData();
    const isMore = compiled.length > (known?.data.length ?? 0) * 1.01;
    if (known && !isMore && known.looks >= mostLooks) return;
    const data = known && !isMore ? known.data : compiled;
    const trailer = Buffer.alloc(trailerLength);
    trailer.writeUInt32LE(crc32(data));
    trailer.writeUInt8(known && !isMore ? known.looks + 1 : 0, trailerLength - 1);
    writeFileSync(own, Buffer.concat([data, trailer]), { mode: 0o600 });
    renameSync(own, file);
  } catch {
    rmSync(own, { force: true });
  }
}
