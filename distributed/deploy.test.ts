import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { type Command, type Project, projectWith } from "./project.ts";
import { freePort, type Server, startPostgres } from "./servers.ts";

const folder = join(import.meta.dirname, "../docs/deploy");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/** One of the processes that a file describes: how it is started, and how it is ended. */
interface Service {
  image: string | undefined;
  command: string[];
  environment: Record<string, string>;
  health: string[] | undefined;
  replicas: number;
  signal: NodeJS.Signals;
  graceSeconds: number;
}

interface Deployed {
  queue: Service;
  worker: Service;
  run: Service;
}

const password = "a-password-of-the-store";

function ofCompose(): Deployed & { store: Service } {
  const { services } = parse(read("compose.yaml"), { merge: true });
  const service = (name: string): Service => {
    const given = services[name];
    const environment = Object.entries<string | null>(given.environment ?? {}).map(([key, value]) => [
      key,
      // A variable without a value is taken from where Compose is started.
      (value ?? "key-of-a-model").replace(/\$\{VIVA_PASSWORD:\?[^}]*\}/, password),
    ]);
    const [kind, ...health] = given.healthcheck?.test ?? ["CMD"];
    expect(kind).toBe("CMD");
    return {
      image: given.image,
      command: given.command,
      environment: Object.fromEntries(environment),
      health: health.length > 0 ? health : undefined,
      replicas: given.deploy?.replicas ?? 1,
      signal: given.stop_signal ?? "SIGTERM",
      graceSeconds: Number(/^(\d+)m$/.exec(given.stop_grace_period ?? "")?.[1] ?? 10 / 60) * 60,
    };
  };
  return { queue: service("queue"), store: service("store"), worker: service("worker"), run: service("run") };
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  stringData?: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: as deep as Kubernetes has it.
  spec: any;
}

const manifests = (): Manifest[] => parseAllDocuments(read("kubernetes.yaml")).map((document) => document.toJS());

function ofKubernetes(): Deployed & { doctor: string[] } {
  const secret = manifests().find(({ kind }) => kind === "Secret");
  const find = (name: string) => manifests().find(({ kind, metadata }) => kind !== "Service" && metadata.name === name);
  const service = (name: string): Service => {
    const { replicas = 1, template } = find(name)?.spec ?? {};
    const [container] = template.spec.containers;
    const isTold = container.envFrom?.some(
      (each: { secretRef?: { name: string } }) => each.secretRef?.name === secret?.metadata.name,
    );
    return {
      image: container.image,
      command: container.command,
      environment: isTold ? (secret?.stringData ?? {}) : {},
      health: container.readinessProbe?.exec.command,
      replicas,
      signal: "SIGTERM",
      graceSeconds: template.spec.terminationGracePeriodSeconds ?? 30,
    };
  };
  const [doctor] = find("viva-worker")?.spec.template.spec.initContainers ?? [];
  expect(doctor.envFrom).toEqual([{ secretRef: { name: "viva" } }]);
  return {
    queue: service("viva-queue"),
    worker: service("viva-worker"),
    run: service("viva-run"),
    doctor: doctor.command,
  };
}

describe("what stands in the files", () => {
  test("the image has the Node that Viva needs, the project, and its commands on the path", () => {
    const dockerfile = read("Dockerfile");
    expect(dockerfile).toMatch(/^FROM node:24-slim$/m);
    const { engines } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../packages/vivavoce/package.json"), "utf8"),
    );
    expect(engines.node).toContain("24");
    const work = /^WORKDIR (.+)$/m.exec(dockerfile)?.[1];
    expect(dockerfile).toContain(`ENV PATH=${work}/node_modules/.bin:$PATH`);
    expect(dockerfile.indexOf("USER node")).toBeLessThan(dockerfile.indexOf("RUN npm ci"));
    expect(JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? "")).toEqual(["viva", "worker"]);
    for (const kept of [".env", ".viva", "node_modules", ".git"])
      expect(read("dockerignore").split("\n")).toContain(kept);
  });

  test("Compose starts the run only when it is asked for, and after queue and store are healthy", () => {
    const { services, volumes } = parse(read("compose.yaml"), { merge: true });
    for (const name of ["worker", "run"]) {
      expect(services[name].build).toBe(".");
      for (const needed of ["queue", "store"]) {
        expect(services[name].depends_on[needed]).toEqual({ condition: "service_healthy" });
        expect(services[needed].healthcheck.test.length).toBeGreaterThan(1);
      }
    }
    expect(services.run.profiles).toEqual(["run"]);
    expect(services.store.volumes).toEqual([`${Object.keys(volumes)[0]}:/var/lib/postgresql/data`]);
    // A worker that was told to end, and did, is not started again.
    expect(services.worker.restart).toBe("on-failure");
  });

  test("selectors find their pods, the queue's service has the name in its address, and a Job runs once", () => {
    const byName = new Map(manifests().map((each) => [`${each.kind} ${each.metadata.name}`, each]));
    for (const name of ["viva-queue", "viva-worker"]) {
      const { selector, template } = byName.get(`Deployment ${name}`)?.spec ?? {};
      expect(selector.matchLabels).toEqual(template.metadata.labels);
    }
    const { selector, ports } = byName.get("Service viva-queue")?.spec ?? {};
    expect(selector).toEqual(byName.get("Deployment viva-queue")?.spec.template.metadata.labels);
    const { hostname, port } = new URL(ofKubernetes().worker.environment.VIVA_QUEUE ?? "");
    expect([hostname, Number(port)]).toEqual(["viva-queue", ports[0].port]);
    const job = byName.get("Job viva-run")?.spec;
    expect([job.backoffLimit, job.template.spec.restartPolicy]).toEqual([0, "Never"]);
    for (const { spec } of byName.values())
      for (const container of spec?.template?.spec.containers ?? [])
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
  });

  test("images are named by a tag of their own", () => {
    for (const { queue, worker, run } of [ofCompose(), ofKubernetes()])
      for (const { image } of [queue, worker, run])
        expect(image ?? "built:1").toMatch(/^[\w./-]+:(?!latest)[\w.-]+(@sha256:CHANGE-ME)?$/);
    const named = read("kubernetes.yaml").match(/image: .*/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    for (const image of named) expect(image).toMatch(/@sha256:CHANGE-ME$/);
  });

  test("the night is the run, with a deadline, and never twice at a time", () => {
    const { spec: job } = manifests().find(({ kind }) => kind === "Job") as Manifest;
    const { spec: night } = manifests().find(({ kind }) => kind === "CronJob") as Manifest;
    expect(night).toMatchObject({ schedule: expect.stringMatching(/^\S+( \S+){4}$/), concurrencyPolicy: "Forbid" });
    expect(night.jobTemplate.spec.template).toEqual(job.template);
    for (const { activeDeadlineSeconds, backoffLimit } of [job, night.jobTemplate.spec])
      expect([activeDeadlineSeconds, backoffLimit]).toEqual([expect.any(Number), 0]);
    // What docs/scale.md foretells for ten million trials.
    const [, gigabytes] = /summing up, at the end .*?, ([\d.]+) GB of memory/.exec(read("../scale.md")) ?? [];
    const limit = Number.parseInt(job.template.spec.containers[0].resources.limits.memory, 10);
    expect(limit).toBeGreaterThan(Number(gigabytes));
  });
});

const queueProgram = ["redis-server", "valkey-server"].find((name) => spawnSync(name, ["--version"]).status === 0);
const isRequired = process.env.VIVA_SERVERS === "required";

let postgres: Server | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.remove());

/** The file's command for the queue, on a free port of this machine; Redis stands in for Valkey, which it began as. */
async function startQueue({
  command,
  health,
}: Service): Promise<{ port: number; child: ChildProcess; isHealthy(): boolean }> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), "viva-deploy-"));
  const [program = "", ...args] = command;
  expect(program).toBe("valkey-server");
  const child = spawn(queueProgram ?? program, [...args, "--port", String(port), "--dir", data], { stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(data, { recursive: true, force: true });
  });
  const [check = "", ...checkArgs] = health ?? [];
  expect(check).toBe("valkey-cli");
  const client = queueProgram?.replace("server", "cli") ?? check;
  const isHealthy = () => spawnSync(client, ["-p", String(port), ...checkArgs]).status === 0;
  await expect.poll(isHealthy).toBe(true);
  return { port, child, isHealthy };
}

const cases = 240;
const suite = {
  "exam.eval.ts": `
import { functionAgent, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
const agent = functionAgent(async (message) => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return "You said " + message;
}, { name: "echo" });
export default suite({
  name: "exam", agent, metrics: [contains()],
  cases: Array.from({ length: ${cases} }, (_, index) => ({
    id: "case-" + index, script: [{ content: "number " + index }], expect: { contains: ["number " + index] },
  })),
});
`,
};

/** Starts the command of a service with its environment, in which only hosts and ports are those of this machine. */
function starting(project: Project, queuePort: number) {
  return ({ command, environment }: Pick<Service, "command" | "environment">): Command => {
    const [program, ...args] = command;
    expect(program).toBe("viva");
    const VIVA_QUEUE = (environment.VIVA_QUEUE ?? "").replace(/(?<=:\/\/)[^/:]+:\d+/, `127.0.0.1:${queuePort}`);
    const VIVA_STORE = (environment.VIVA_STORE ?? "").replace(/(?<=@)[^/:]+:\d+/, `127.0.0.1:${postgres?.port}`);
    expect([VIVA_QUEUE, VIVA_STORE].every((url) => url.includes("127.0.0.1"))).toBe(true);
    return project.start(args.join(" "), { ...environment, VIVA_QUEUE, VIVA_STORE });
  };
}

describe.skipIf(queueProgram === undefined && !isRequired)("what the files start", () => {
  test.each([
    ["compose.yaml", ofCompose],
    ["kubernetes.yaml", ofKubernetes],
  ] as const)(
    "%s: the run completes while a worker is told to end, and everybody ends in time",
    async (_, deployed) => {
      if (!postgres) return;
      const { queue, worker, run } = deployed();
      await newDatabase(new URL(run.environment.VIVA_STORE ?? "").pathname.slice(1));
      const { port } = await startQueue(queue);
      const start = starting(projectWith(suite), port);
      expect(worker.replicas).toBeGreaterThan(1);
      const workers = Array.from({ length: 2 }, () => start(worker));
      const [ended, other] = workers as [Command, Command];
      for (const each of workers) await each.said("waiting for runs");
      const running = start(run);
      for (const each of workers) await each.said("playing its trials");
      await running.said(/[1-9]\d*\/240/);
      await endsInTime(ended, worker);
      expect(ended.printed).toMatch(/[1-9]\d* trials played here/);
      expect(await running.ended, running.printed).toBe(0);
      expect(running.printed).toMatch(/240(?: of 240|\/240)/);
      await endsInTime(other, worker);
      for (const { printed } of [running, ...workers]) {
        expect(printed).not.toContain(password);
        expect(printed).not.toContain("CHANGE-ME");
      }
    },
  );

  test("compose.yaml: the signal for the run stops it so that it can be resumed", async () => {
    if (!postgres) return;
    const { queue, worker, run } = ofCompose();
    await newDatabase("viva");
    const { port } = await startQueue(queue);
    const start = starting(projectWith(suite), port);
    const working = start(worker);
    const stopped = start(run);
    await stopped.said(/[1-9]\d*\/240/);
    stopped.child.kill(run.signal);
    expect(await stopped.ended).toBe(130);
    const [, again = ""] = /`docker compose run --rm run (viva [^`]*)`/.exec(read("../guide/containers.md")) ?? [];
    const resumed = start({ ...run, command: again.split(" ") });
    expect(await resumed.ended, resumed.printed).toBe(0);
    await endsInTime(working, worker);
  });

  test("checks of health are commands that notice when a server is away", async () => {
    if (!postgres) return;
    const { queue, store } = ofCompose();
    const { child, isHealthy } = await startQueue(queue);
    child.kill("SIGKILL");
    await expect.poll(isHealthy).toBe(false);
    const [program = "", ...args] = store.health ?? [];
    const ask = (port: number) => spawnSync(program, args, { env: { ...process.env, PGPORT: String(port) } }).status;
    expect(ask(postgres.port)).toBe(0);
    expect(ask(await freePort())).not.toBe(0);
  });

  test("kubernetes.yaml: the check before a worker's start passes, and fails without a store or a queue", async () => {
    if (!postgres) return;
    await newDatabase("viva");
    const { doctor, worker, queue } = ofKubernetes();
    const project = projectWith(suite);
    const checking = { command: doctor, environment: worker.environment };
    const { port } = await startQueue(queue);
    const good = starting(project, port)(checking);
    expect(await good.ended, good.printed).toBe(0);
    expect(good.printed).toMatch(/✓ queue +127\.0\.0\.1:\d+\S*, 0 runs under way/);
    const [, ...args] = doctor;
    const away = project.start(args.join(" "), { VIVA_STORE: `postgres://viva@127.0.0.1:${await freePort()}/viva` });
    expect(await away.ended).not.toBe(0);
    const without = starting(project, await freePort())(checking);
    expect(await without.ended).toBe(64);
    expect(without.printed).toMatch(/✗ queue +Redis at 127\.0\.0\.1:\d+\S*: .*ECONNREFUSED/);
  });
});

/** Sends a service its signal; it has to end by itself, before it would be killed. */
async function endsInTime(command: Command, { signal, graceSeconds }: Service): Promise<void> {
  const begun = performance.now();
  command.child.kill(signal);
  expect(await command.ended, command.printed).toBe(0);
  expect((performance.now() - begun) / 1_000).toBeLessThan(graceSeconds);
}

async function newDatabase(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres?.url });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
}
