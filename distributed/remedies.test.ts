import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Store } from "../packages/vivavoce/src/store/index.ts";
import { called, createRun, rowsIn } from "../packages/vivavoce/src/store/store.test-helper.ts";
import { type Project, projectWith } from "./project.ts";
import { freePort, type Server, startPostgres, startRedis } from "./servers.ts";

const folder = mkdtempSync(join(tmpdir(), "viva-tls-"));
const [key, certificate] = [join(folder, "server.key"), join(folder, "server.crt")];
let redis: Server | undefined;
let postgres: Server | undefined;
beforeAll(async () => {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate];
  execFileSync("openssl", [...made, ...subject], { stdio: "ignore" });
  redis = await startRedis();
  postgres = await startPostgres();
});
afterAll(async () => {
  await redis?.remove();
  await postgres?.remove();
  rmSync(folder, { recursive: true });
});

describe("a store that cannot be opened has a remedy that works", () => {
  const opened = (place: string) =>
    Store.open(place).then(
      (store) => store.close().then(() => "opened"),
      (error: unknown) => error,
    );
  const problem = (says: string, remedy: string) => ({
    message: expect.stringContaining(says),
    remedy: expect.stringContaining(remedy),
  });

  test("with TLS", async ({ skip }) => {
    if (!postgres) return skip();
    const { url } = postgres;
    expect(await opened(`${url}?sslmode=verify-full`)).toMatchObject(
      problem("does not speak TLS", "Leave sslmode out"),
    );
    expect(await opened(url)).toBe("opened");
    await serveTls(url);
    const tls = `${url}?sslmode=verify-full`;
    expect(await opened(tls)).toMatchObject(problem("certificate cannot be verified", "sslrootcert=FILE"));
    const lost = await opened(`${tls}&sslrootcert=/absent/ca.pem`);
    expect(lost).toMatchObject(problem("a file that its address names cannot be read", "sslrootcert"));
    expect(await opened(url)).toMatchObject(problem("from here without TLS", "sslmode=verify-full"));
    expect(await opened(`${tls}&sslrootcert=${certificate}`)).toBe("opened");
  });

  test("with a schema of its own", async ({ skip }) => {
    if (!postgres) return skip();
    const own = `${postgres.url}?sslmode=verify-full&sslrootcert=${certificate}`;
    const place = `${own}&options=-csearch_path%3Dabsent`;
    expect(await opened(place)).toMatchObject(problem("no schema of its search_path exists", "create schema"));
    await rowsIn(own, "create role writer login; create schema absent authorization writer");
    expect(await opened(place.replace("//viva", "//writer"))).toBe("opened");
    // The rights that docs/guide/store.md names.
    const guide = readFileSync(join(import.meta.dirname, "../docs/guide/store.md"), "utf8");
    const [, rights = ""] = /```sql\n(.*?)```/s.exec(guide) ?? [];
    await rowsIn(own, "create role worker login; create role reader login");
    await rowsIn(own, rights.replaceAll("schema exams", "schema absent"));
    const [worker, reader] = await Promise.all(
      ["worker", "reader"].map((name) => Store.open(place.replace("//viva", `//${name}`))),
    );
    await createRun(worker as Store, "r1");
    await worker?.write(called({ trial: "t1" }));
    expect(await reader?.runs.list()).toHaveLength(1);
    await expect(reader?.checkWritable()).rejects.toMatchObject({ fault: "read-only" });
    for (const store of [worker, reader]) await store?.close();
    await rowsIn(own, "create role guest login; create schema closed");
    const closed = place.replace("//viva", "//guest").replace("absent", "closed");
    expect(await opened(closed)).toMatchObject({ remedy: expect.stringMatching(/schema/) });
  });

  /** From now on the server takes connections over TCP with TLS only. */
  async function serveTls(url: string): Promise<void> {
    const [row] = await rowsIn(
      url,
      "select current_setting('data_directory') as data, current_setting('hba_file') as hba",
    );
    const { data, hba } = row as { data: string; hba: string };
    const { uid, gid } = statSync(data);
    for (const [from, name] of [
      [key, "viva.key"],
      [certificate, "viva.crt"],
    ] as const) {
      copyFileSync(from, join(data, name));
      chownSync(join(data, name), uid, gid);
      chmodSync(join(data, name), 0o600);
    }
    writeFileSync(hba, "hostssl all all 127.0.0.1/32 trust\n");
    await rowsIn(url, "alter system set ssl_cert_file = 'viva.crt'");
    await rowsIn(url, "alter system set ssl_key_file = 'viva.key'");
    await rowsIn(url, "alter system set ssl = on");
    await rowsIn(url, "select pg_reload_conf()");
    await sleep(500);
  }
});

describe("a queue that cannot be used is named, with a remedy that works", () => {
  const project = () => projectWith({});
  const ended = async (on: Project, url: string, environment: Record<string, string> = {}) => {
    const worker = on.start("worker", { VIVA_QUEUE: url, ...environment });
    const code = await worker.ended;
    return `${code} ${worker.printed}`;
  };

  test("if it is a web server, or PostgreSQL", async ({ skip }) => {
    if (!redis || !postgres) return skip();
    const web: HttpServer = createServer((_request, response) => response.end("Hello"));
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void web.close());
    const { port } = web.address() as AddressInfo;
    const said = await ended(project(), `redis://127.0.0.1:${port}`);
    expect(said).toMatch(/^3 .*the server there is not Redis or Valkey.*Check host and port/s);
    const run = projectWith({ "exam.eval.ts": exam }).start(`run --queue redis://127.0.0.1:${postgres.port}`);
    expect(await run.ended).toBe(3);
    expect(run.printed).toMatch(/(not Redis or Valkey|closes the connection without an answer).*rediss:\/\//s);
  });

  test("with TLS", async ({ skip }) => {
    if (!redis) return skip();
    const port = await freePort();
    const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", certificate];
    const args = ["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no", "--save", "", ...files];
    const server = spawn("redis-server", args, { cwd: folder });
    onTestFinished(() => void server.kill());
    await new Promise((resolve) => server.stdout.on("data", (data) => /Ready to accept/.test(data) && resolve(0)));
    const place = `rediss://localhost:${port}`;
    expect(await ended(project(), `rediss://127.0.0.1:${redis.port}`)).toMatch(/^3 .*does not speak TLS.*redis:\/\//s);
    expect(await ended(project(), place)).toMatch(/^3 .*certificate cannot be verified.*NODE_EXTRA_CA_CERTS=FILE/s);
    const plain = project().start("doctor", { VIVA_QUEUE: place.replace("rediss", "redis") });
    await plain.ended;
    expect(plain.printed).toMatch(/✗ queue .*rediss:\/\//s);
    const worker = project().start("worker", { VIVA_QUEUE: place, NODE_EXTRA_CA_CERTS: certificate });
    await worker.said("waiting for runs in the queue");
  });

  test("while it is loading its data", async ({ skip }) => {
    if (!redis) return skip();
    const port = await freePort();
    const data = mkdtempSync(join(tmpdir(), "viva-loading-"));
    const args = ["--port", String(port), "--dir", data, "--enable-debug-command", "yes", "--save", ""];
    const start = (...more: string[]) => spawn("redis-server", [...args, ...more], { stdio: "ignore" });
    const cli = (...command: string[]) =>
      execFileSync("redis-cli", ["-p", String(port), ...command], { encoding: "utf8" });
    const first = start();
    const isUp = () => {
      try {
        return /PONG|LOADING/.test(cli("ping"));
      } catch {
        return false;
      }
    };
    while (!isUp()) await sleep(50);
    cli("debug", "populate", "30000");
    cli("save");
    first.kill();
    await new Promise((resolve) => first.once("exit", resolve));
    const server = start("--key-load-delay", "2000", "--loading-process-events-interval-bytes", "1024");
    onTestFinished(() => {
      server.kill("SIGKILL");
      rmSync(data, { recursive: true, force: true });
    });
    while (!isUp()) await sleep(50);
    const run = projectWith({ "exam.eval.ts": exam }).start(`run --queue redis://127.0.0.1:${port}`);
    expect(await run.ended).toBe(3);
    expect(run.printed).toMatch(/it is still loading its data.*Wait until it has loaded/s);
    const worker = project().start(`worker --queue redis://127.0.0.1:${port}`);
    await worker.said("it is still loading its data");
  });
});

const exam = `
import { functionAgent, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "exam",
  cases: [{ id: "hello", script: [{ content: "Hello" }], expect: { contains: ["Hello"] } }],
  agent: functionAgent((message) => message, { name: "echo", version: "1" }),
  metrics: [contains()],
});`;
