import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { toolUse } from "../metric/index.ts";
import { tcpVictim } from "../network/victims.test-helper.ts";
import { defineConfig, openProject } from "./config.ts";
import { decideNetwork, loadSuites } from "./load-suites.ts";
import { suite } from "./suite.ts";
import { folderOf, ownModules, problemsOf, suiteSource } from "./temporary-project.test-helper.ts";

interface Wishes {
  replayed: boolean;
  config?: object;
  more?: string;
}

/** Loads a suite whose file begins with this code, then decides that it is replayed. */
async function replay(code: string, { replayed, config = {}, more = "" }: Wishes) {
  const folder = folderOf({
    "viva.config.mjs": `export default ${JSON.stringify(config)};`,
    "exam.eval.ts": suiteSource("exam", { imports: code, more }),
  });
  const project = await openProject(folder, ownModules);
  const [suite] = await loadSuites(project, [], folder, { replayed });
  if (!suite) throw new Error("no suite was loaded");
  decideNetwork(suite, project, { replayed: true, capture: undefined });
  return suite;
}

const caught = (port: number) => `await fetch("http://127.0.0.1:${port}").catch(() => {});`;

describe("a suite that connects while it is loaded", () => {
  test.each([
    ["and goes on without", true, caught],
    ["and fails without", true, (port: number) => `await fetch("http://127.0.0.1:${port}");`],
    ["and leaves an error behind", true, (port: number) => `fetch("http://127.0.0.1:${port}");`],
  ])("is refused, with host and remedy, in a replay that was asked for %s", async (_how, replayed, code) => {
    const { port, arrived } = await tcpVictim();
    const [problem, ...more] = await problemsOf(replay(code(port), { replayed }));
    expect(more).toEqual([]);
    expect(problem?.message).toContain(`connects to 127.0.0.1:${port} while it is loaded`);
    expect(problem?.remedy).toContain(`network: { allow: ["127.0.0.1:${port}"] }`);
    expect(arrived()).toBe(0);
  });

  test("is refused where a missing key turns out to make it a replay", async () => {
    const { port } = await tcpVictim();
    const [problem] = await problemsOf(replay(caught(port), { replayed: false }));
    expect(problem?.message).toContain(`suite exam connects to 127.0.0.1:${port}`);
  });

  test.each([true, false])(
    "may reach what the config allows, whether or not a replay was asked for: %s",
    async (replayed) => {
      const { port, arrived } = await tcpVictim();
      const config = { network: { allow: [`localhost:${port}`] } };
      await replay(caught(port), { replayed, config });
      expect(arrived()).toBe(1);
    },
  );

  test("cannot rely on its own list yet", async () => {
    const { port, arrived } = await tcpVictim();
    const more = `network: { allow: ["localhost:${port}"] },`;
    const [problem] = await problemsOf(replay(caught(port), { replayed: true, more }));
    expect(problem?.remedy).toContain("viva.config.ts");
    expect(arrived()).toBe(0);
  });

  test("is closed for what it began then, however late that connects", async () => {
    const { port, arrived } = await tcpVictim();
    const code = `import net from "node:net";
const { connect } = net;
globalThis.vivaLater = new Promise((begin) => { globalThis.vivaBegin = begin; }).then(
  () => new Promise((resolve, reject) => connect(${port}).on("connect", resolve).on("error", reject)),
);`;
    await replay(code, { replayed: false });
    const { vivaBegin, vivaLater } = globalThis as unknown as { vivaBegin(): void; vivaLater: Promise<void> };
    vivaBegin();
    await expect(vivaLater).rejects.toThrow(`localhost:${port}`);
    expect(arrived()).toBe(0);
  });
});

describe("network, capture and isolation in a suite or in the config", () => {
  const thrownBy = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return error instanceof InputError ? error.problems[0] : error;
    }
  };

  const whole = { name: "exam", cases: [{ id: "one" }], agent: () => undefined, metrics: [toolUse()] };

  test.each([
    [{ allow: ["https://db.example.com"] }, 'network.allow.0: "https://db.example.com": give a host name'],
    [{ allow: ["*"] }, 'network.allow.0: "*": a wildcard is not supported'],
    [{ allow: [""] }, 'network.allow.0: "": it is not a host name'],
    [{ allow: "localhost" }, "network.allow: "],
    [{ allows: [] }, 'unknown field "allows" in network'],
  ])("is checked: %o", (network, message) => {
    const given = { network } as never;
    const expected = {
      message: expect.stringContaining(message),
      remedy: expect.stringMatching(/network: \{ allow: \[|Did you mean allow/),
    };
    expect(thrownBy(() => defineConfig(given))).toMatchObject(expected);
    expect(thrownBy(() => suite({ ...whole, network } as never))).toMatchObject(expected);
  });

  test.each([
    [{ hosts: ["https://models.example.com"] }, 'capture.hosts.0: "https://models.example.com": give a host name'],
    [{ allow: ["*"] }, 'capture.allow.0: "*": a wildcard is not supported'],
    [{ hosts: "localhost" }, "capture: must be an object with lists of host names, or false"],
    [{ host: [] }, 'unknown field "host" in capture'],
    [true, "capture: must be an object"],
  ])("capture is checked: %o", (capture, message) => {
    const expected = {
      message: expect.stringContaining(message),
      remedy: expect.stringMatching(/capture: \{ hosts: \[.*or capture: false|Did you mean hosts/),
    };
    expect(thrownBy(() => defineConfig({ capture } as never))).toMatchObject(expected);
    expect(thrownBy(() => suite({ ...whole, capture } as never))).toMatchObject(expected);
  });

  test("capture may be turned off, or given both lists", () => {
    for (const capture of [false, {}, { hosts: ["localhost:8000"], allow: ["api.openai.com"] }] as const) {
      expect(defineConfig({ capture } as never)).toMatchObject({ capture });
      expect(thrownBy(() => suite({ ...whole, capture } as never))).toMatchObject({ capture });
    }
  });

  test("isolation is checked", () => {
    const problem = thrownBy(() => suite({ ...whole, isolation: "thread" } as never));
    expect(problem).toMatchObject({
      message: expect.stringContaining("isolation"),
      remedy: expect.stringContaining('isolation: "process"'),
    });
  });
});
