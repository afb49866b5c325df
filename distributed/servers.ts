import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A real server on a free port of this machine, with its data in a temporary folder. */
export interface Server {
  url: string;
  port: number;
  /** Ends it properly; it can be started again with its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** What happens to a server in use when it is updated. */
  restart(): Promise<void>;
  /** kill -9, of its children too. */
  kill(): Promise<void>;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
  /** The processor time, in seconds, that it and its children have taken so far. */
  processorTime(): number;
}

/** Undefined, and said aloud, where PostgreSQL is not installed; an error where VIVA_SERVERS is "required". */
export function startPostgres(): Promise<Server | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined) return Promise.resolve(missing("PostgreSQL", "apt-get install postgresql"));
  const user = ordinaryUser();
  return started({
    name: "postgres",
    user,
    url: (port) => `postgres://viva@127.0.0.1:${port}/postgres`,
    prepare: (folder) => {
      const data = join(folder, "data");
      const options = ["-D", data, "-U", "viva", "-A", "trust", "-E", "UTF8", "--locale", "C", "--no-sync"];
      const { status, stderr } = spawnSync(join(programs, "initdb"), options, {
        ...user,
        encoding: "utf8",
        cwd: folder,
      });
      if (status !== 0) throw new Error(`initdb: ${stderr}`);
    },
    command: (folder, port) => [
      join(programs, "postgres"),
      ...["-D", join(folder, "data"), "-p", String(port), "-h", "127.0.0.1", "-k", folder, "-c", "max_connections=200"],
    ],
    // A fast shutdown, which does not wait for clients, as a service manager would ask for.
    gentle: "SIGINT",
    isReady: async (port) => {
      const { status } = spawnSync(join(programs, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)]);
      return status === 0;
    },
  });
}

/** The same for Redis, or Valkey. Everything that it confirmed is on disk. */
export function startRedis(): Promise<Server | undefined> {
  const program = ["redis-server", "valkey-server"].find((name) => spawnSync(name, ["--version"]).status === 0);
  if (program === undefined) return Promise.resolve(missing("Redis", "apt-get install redis-server"));
  return started({
    name: "redis",
    user: {},
    url: (port) => `redis://127.0.0.1:${port}/0`,
    prepare: () => {},
    command: (folder, port) => [
      program,
      ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"],
      ...["--appendfsync", "always", "--maxmemory-policy", "noeviction"],
    ],
    gentle: "SIGTERM",
    isReady: isPonging,
  });
}

/** A real PgBouncer before a database of this PostgreSQL, with a pool that is smaller than what three runs would open. */
export function startPgBouncer(postgres: Server, mode: "transaction" | "session" | "statement") {
  const program = ["pgbouncer", "/usr/sbin/pgbouncer"].find((name) => spawnSync(name, ["--version"]).status === 0);
  // Not required: the images that tests run in have the two servers, and seldom this one.
  if (program === undefined) return Promise.resolve(void console.warn("SKIPPED: PgBouncer is not installed"));
  const user = ordinaryUser();
  return started({
    name: "pgbouncer",
    user,
    url: (port) => `postgres://viva@127.0.0.1:${port}/exams`,
    prepare: () => {},
    command: (folder, port) => {
      const users = join(folder, "users.txt");
      writeFileSync(users, '"viva" ""\n');
      const settings = join(folder, "pgbouncer.ini");
      const own = [`listen_addr = 127.0.0.1`, `listen_port = ${port}`, `unix_socket_dir =`, `auth_type = trust`];
      const pool = [`auth_file = ${users}`, `pool_mode = ${mode}`, `default_pool_size = 3`];
      const database = `exams = host=127.0.0.1 port=${postgres.port} dbname=postgres user=viva`;
      writeFileSync(settings, ["[databases]", database, "[pgbouncer]", ...own, ...pool, ""].join("\n"));
      return [program, settings];
    },
    gentle: "SIGINT",
    isReady: isListening,
  });
}

interface Kind {
  name: string;
  user: { uid?: number; gid?: number };
  url(port: number): string;
  prepare(folder: string): void;
  command(folder: string, port: number): string[];
  gentle: NodeJS.Signals;
  isReady(port: number): Promise<boolean>;
}

async function started({ name, user, url, prepare, command, gentle, isReady }: Kind): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), `viva-${name}-`));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const work = join(folder, "work");
  mkdirSync(work);
  if (user.uid !== undefined) chownSync(work, user.uid, user.gid ?? user.uid);
  prepare(work);
  const port = await freePort();
  let child: ChildProcess | undefined;
  let said = "";
  const start = async () => {
    const [program = "", ...args] = command(work, port);
    const own = spawn(program, args, { ...user, cwd: work, stdio: ["ignore", "pipe", "pipe"], detached: true });
    child = own;
    for (const stream of [own.stdout, own.stderr])
      stream?.on("data", (data) => (said = `${said}${data}`.slice(-4_000)));
    for (const deadline = Date.now() + 60_000; !(await isReady(port)); await sleep(50)) {
      if (own.exitCode !== null || Date.now() > deadline) throw new Error(`${name} did not start: ${said}`);
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const own = child;
    child = undefined;
    if (!own?.pid || own.exitCode !== null || own.signalCode !== null) return;
    const ended = new Promise((resolve) => own.once("exit", resolve));
    // PostgreSQL's children have groups of their own. First their postmaster, which would start others for them.
    const children = signal === "SIGKILL" ? childrenOf(own.pid) : [];
    for (const pid of [own.pid, ...children]) sendTo(pid, signal);
    await ended;
  };
  const server: Server = {
    url: url(port),
    port,
    start,
    stop: () => end(gentle),
    kill: () => end("SIGKILL"),
    restart: () => end(gentle).then(start),
    remove: async () => {
      process.off("exit", atExit);
      await end(gentle);
      rmSync(folder, { recursive: true, force: true });
    },
    processorTime: () => {
      if (!child?.pid) return 0;
      return [child.pid, ...childrenOf(child.pid)].reduce((sum, pid) => sum + processorTimeOf(pid), 0);
    },
  };
  const atExit = () => {
    if (child?.pid) sendTo(child.pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", atExit);
  await start().catch(async (error) => {
    await server.remove();
    throw error;
  });
  return server;
}

function missing(name: string, command: string): undefined {
  const text = `${name} is not installed (${command})`;
  if (process.env.VIVA_SERVERS === "required") throw new Error(text);
  console.warn(`SKIPPED: ${text}`);
  return undefined;
}

function postgresPrograms(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const debian = versions.map((version) => join(root, version, "bin"));
  const onPath = (process.env.PATH ?? "").split(":");
  return [...debian, ...onPath].find(
    (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
  );
}

/** PostgreSQL refuses to run as root. */
function ordinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const line = lines.find((one) => one.startsWith("postgres:")) ?? lines.find((one) => one.startsWith("nobody:"));
  const [, , uid, gid] = (line ?? "").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Does nothing if the process is gone: PostgreSQL's children end by themselves when their postmaster is gone. */
function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return (stdout ?? "").split("\n").filter(Boolean).map(Number);
}

/** The processor time of a process on Linux, in seconds, with that of its children that have ended. 0 if it is gone. */
export function processorTimeOf(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0;
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "latin1").split(/^.*\) /s);
  // The 14th to the 17th field, in hundredths: the name, which may hold spaces, and the number before it are cut off.
  const ticks = fields.split(" ").slice(11, 15);
  return ticks.reduce((sum, each) => sum + Number(each), 0) / 100;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

function isPonging(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.on("data", (data) => {
      socket.destroy();
      // A server that is still loading its data answers with an error.
      resolve(String(data).startsWith("+PONG"));
    });
    socket.on("error", () => resolve(false));
  });
}
