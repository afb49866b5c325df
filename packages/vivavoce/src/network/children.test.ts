import childProcess from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import { temporaryFolder } from "../run/run.test-helper.ts";
import { ChildReport } from "./child-report.ts";
import { installGuard } from "./close-network.ts";
import { underWholeRules } from "./guard.ts";
import { letReach } from "./host-list.ts";
import { SuiteNetwork } from "./suite-network.ts";
import { tcpVictim } from "./victims.test-helper.ts";

installGuard();
afterThisFile(() => rmSync(dirname(new ChildReport(() => {}).file), { recursive: true }));

/** Runs work as a trial of a closed suite would, and gives what it was refused. */
async function inTrial(work: () => unknown, ...allow: string[]) {
  const suite = new SuiteNetwork(allow);
  const trial = suite.trial();
  await trial.within(async () => work());
  trial.end();
  return { refusal: trial.signal.reason as Error | undefined, programs: suite.programs };
}

const ask = (port: number) => `fetch("http://127.0.0.1:${port}").then(() => {}, () => {})`;
const node = process.execPath;

describe("a Node process that is started", () => {
  const ways: Record<string, (port: number) => unknown> = {
    "execFileSync, in a process that it starts itself": (port) => {
      const inner = `require("child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(ask(port))}], { env: {} })`;
      childProcess.execFileSync(node, ["-e", inner]);
    },
    "exec, by way of a shell": (port) => promisify(childProcess.exec)(`'${node}' -e '${ask(port)}'`),
  };

  test.each(Object.keys(ways))("keeps to the rules: %s", async (name) => {
    const { port, arrived } = await tcpVictim();
    const { refusal } = await inTrial(() => ways[name]?.(port));
    expect(refusal?.message).toContain(`127.0.0.1:${port}`);
    expect(arrived()).toBe(0);
  });

  test("reaches what is allowed", async () => {
    const { port, arrived } = await tcpVictim();
    const start = () => once(childProcess.spawn(node, ["-e", ask(port)]), "exit");
    const { refusal } = await inTrial(start, `localhost:${port}`);
    expect(refusal).toBe(undefined);
    await expect.poll(arrived).toBe(1);
  });
});

describe("a process that is started by a live trial", () => {
  const pythonAsk = (port: number) =>
    `import urllib.request\ntry: urllib.request.urlopen("http://127.0.0.1:${port}", timeout=2)\nexcept Exception: pass`;
  const ways: [string, (port: number) => [string, string[]]][] = [
    ["node", (port) => [node, ["-e", ask(port)]]],
    ["python3", (port) => ["python3", ["-c", pythonAsk(port)]]],
  ];
  test.each(ways)("%s may ask no model past the gateway, and reaches everything else", async (_name, start) => {
    const [model, other] = [await tcpVictim(), await tcpVictim()];
    const live = new SuiteNetwork();
    live.open();
    const refused = { hosts: [`localhost:${model.port}`], pattern: "$^", except: [] };
    live.lead((_host, port) => port === model.port, refused);
    const trial = live.trial();
    for (const { port } of [other, model]) {
      await trial.within(() => once(childProcess.spawn(...start(port)), "exit"));
      if (port === other.port) expect(trial.signal.aborted).toBe(false);
    }
    trial.end();
    expect(other.arrived()).toBe(1);
    expect(model.arrived()).toBe(0);
    expect((trial.signal.reason as Error).message).toContain("Viva would not see the call");
  });
});

test("a refusal ends the trial at once, while its program is still at work", async () => {
  const { port } = await tcpVictim();
  const trial = new SuiteNetwork([]).trial();
  const stubborn = `setInterval(() => {}, 1000); ${ask(port)}`;
  const child = trial.within(() => childProcess.spawn(node, ["-e", stubborn]));
  await expect.poll(() => trial.signal.aborted).toBe(true);
  expect(child.exitCode).toBe(null);
  child.kill();
  trial.end();
});

test("a program that serves a whole suite: what it is refused counts for every trial from then on", async () => {
  const { port, arrived } = await tcpVictim();
  const suite = new SuiteNetwork([]);
  const [first, next] = [suite.trial(), suite.trial()];
  await first.within(() => underWholeRules(() => once(childProcess.spawn(node, ["-e", ask(port)]), "exit")));
  for (const trial of [next, first, suite.trial()]) {
    trial.end();
    expect(String(trial.signal.reason)).toContain(`127.0.0.1:${port}`);
  }
  expect(arrived()).toBe(0);
});

describe("what waits for a program", () => {
  test.each([
    ["execSync", () => childProcess.execSync("env", { encoding: "utf8" })],
    ["spawnSync without options", () => childProcess.spawnSync("env").stdout.toString()],
    ["spawnSync without arguments", () => childProcess.spawnSync("env", { encoding: "utf8" }).stdout],
    [
      "spawnSync with its own environment",
      () => childProcess.spawnSync("/usr/bin/env", [], { env: {} }).stdout.toString(),
    ],
  ])("passes the rules on: %s", async (_name, read) => {
    const env: string[] = [];
    await inTrial(() => env.push(read()), "db.example.com:1");
    expect(env[0]).toMatch(/^NODE_OPTIONS=--import=file:.*child-guard/m);
    expect(env[0]).toContain('"allow":["db.example.com:1"');
    expect(read()).not.toContain("VIVA_NETWORK");
  });
});

test("a server of Viva's own may be reached, also by what is started", async () => {
  const { port, arrived } = await tcpVictim();
  const forget = letReach(port);
  let env = "";
  const { refusal } = await inTrial(async () => {
    await fetch(`http://localhost:${port}`);
    env = childProcess.spawnSync("env", { encoding: "utf8" }).stdout;
  });
  expect([refusal, arrived()]).toEqual([undefined, 1]);
  expect(env).toMatch(new RegExp(`"allow":\\[[^\\]]*"localhost:${port}"`));
  forget();
  expect((await inTrial(() => fetch(`http://127.0.0.1:${port}`).catch(() => {}))).refusal?.message).toContain(
    "refused",
  );
});

describe("a worker", () => {
  const from = (text: string) => ({
    "text, with an environment of its own": () => new Worker(text, { eval: true, env: {} }),
    "a file": () => {
      const file = join(temporaryFolder(), "worker.mjs");
      writeFileSync(file, text);
      return new Worker(file);
    },
  });

  test.each(Object.keys(from("")) as (keyof ReturnType<typeof from>)[])("keeps to the rules: %s", async (name) => {
    const { port, arrived } = await tcpVictim();
    const { refusal } = await inTrial(() => once(from(ask(port))[name](), "exit"));
    expect(refusal?.message).toContain(`127.0.0.1:${port}`);
    expect(arrived()).toBe(0);
  });
});

const python = childProcess.spawnSync("python3", ["--version"]).status === 0;

// Where this is skipped, nothing is known of Python.
describe.skipIf(!python)("Python", () => {
  const run = (code: string, env = process.env) =>
    childProcess.spawnSync("python3", ["-c", code], { env, encoding: "utf8" });
  const asked = (port: number) =>
    `import urllib.request\ntry:\n  urllib.request.urlopen("http://localhost:${port}", timeout=20).read()\nexcept Exception as error: print(error)`;

  test("keeps to the rules, and its own sitecustomize is loaded all the same", async () => {
    const { port, arrived } = await tcpVictim();
    const own = join(temporaryFolder(), "site");
    mkdirSync(own);
    writeFileSync(join(own, "sitecustomize.py"), 'print("site is here")');
    let said = "";
    const { refusal, programs } = await inTrial(() => {
      const { stdout, stderr } = run(asked(port), { ...process.env, PYTHONPATH: own });
      said = stdout + stderr;
    });
    expect(said).toMatch(/^site is here\n.*refused: this trial is replayed/);
    // Where a server of Viva's own may be reached, the name is known and the address is refused.
    expect(refusal?.message).toMatch(new RegExp(`(?:localhost|127\\.0\\.0\\.1):${port}`));
    expect(programs).toEqual(["python3"]);
    expect(arrived()).toBe(0);
  });

  test("reaches what is allowed", async () => {
    const { port, arrived } = await tcpVictim("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n");
    const { refusal } = await inTrial(async () => {
      const child = childProcess.spawn("python3", ["-c", asked(port)]);
      await once(child, "exit");
    }, `localhost:${port}`);
    expect(refusal).toBe(undefined);
    expect(arrived()).toBe(1);
  });

  test("keeps to the rules of a suite that knows hosts of models", async () => {
    const { port, arrived } = await tcpVictim();
    const suite = new SuiteNetwork([]);
    suite.lead(() => false, { hosts: ["model.example"], pattern: "(?!)", except: [] });
    const trial = suite.trial();
    trial.within(() => run(asked(port)));
    trial.end();
    expect((trial.signal.reason as Error | undefined)?.message).toContain(`:${port}`);
    expect(arrived()).toBe(0);
  });

  test("does not run at all if it cannot be guarded", () => {
    let env: NodeJS.ProcessEnv = {};
    const trial = new SuiteNetwork([]).trial();
    trial.within(() => {
      const printed = run("import json, os; print(json.dumps(dict(os.environ)))").stdout;
      env = { ...JSON.parse(printed), VIVA_NETWORK: "{}" };
    });
    trial.end();
    const { status, stdout, stderr } = run("print('at work')", env);
    expect([status, stdout]).toEqual([70, ""]);
    expect(stderr).toContain("the network of this program cannot be guarded");
  });
});

test("a program of another kind is named, and is told to use a proxy that is not there", async () => {
  let said = "";
  const { programs } = await inTrial(() => {
    said = childProcess.execSync("echo $HTTPS_PROXY", { encoding: "utf8" });
  });
  expect(programs).toEqual(["sh"]);
  expect(said.trim()).toBe("http://127.0.0.1:9");
});

test("a worker that no closed suite starts is left alone", async () => {
  const worker = new Worker("require('worker_threads').parentPort.postMessage(process.execArgv)", { eval: true });
  const [execArgv] = await once(worker, "message");
  expect(String(execArgv)).not.toContain("child-guard");
});
