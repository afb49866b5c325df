// The packages as npm would publish them, and a registry on this machine that has nothing else.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";

export const root = join(import.meta.dirname, "..");

/** A folder that is gone when the tests of this file are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "viva-packed-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Runs a command with this Node first on the path, and none of the caller's npm settings or keys. */
export async function command(name: string, args: string[], { cwd, env = {} }: { cwd: string; env?: object }) {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const child = spawn(name, args, { cwd, env: { PATH: path, HOME: cwd, NO_COLOR: "1", ...env } });
  child.stdin.end();
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, stdout, stderr };
}

/** Packs a folder, and gives the tarball with the list of what is in it. */
export async function pack(folder: string, into: string) {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", into];
  const { stdout, stderr } = await command("npm", args, { cwd: folder, env: { npm_config_cache: into } });
  const answer = JSON.parse(stdout);
  // Newer versions of npm answer by name.
  const [packed] = Array.isArray(answer) ? answer : Object.values(answer);
  if (!packed) throw new Error(stderr);
  const paths: string[] = packed.files.map(({ path }) => path).sort();
  return { tarball: join(into, packed.filename.replace("@", "").replace("/", "-")), paths };
}

/** Serves tarballs by their package's name, as a registry does. */
export async function registryOf(tarballs: Record<string, { tarball: string; folder: string }>): Promise<string> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "/").slice(1));
    const isTarball = name.endsWith(".tgz");
    const known = tarballs[isTarball ? name.slice(0, -".tgz".length) : name];
    asked.push(name);
    if (!known) return void response.writeHead(404).end("{}");
    const bytes = readFileSync(known.tarball);
    if (isTarball) return void response.end(bytes);
    const manifest = JSON.parse(readFileSync(join(known.folder, "package.json"), "utf8"));
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `http://${request.headers.host}/${name}.tgz`, integrity };
    const { version } = manifest;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } }),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}
