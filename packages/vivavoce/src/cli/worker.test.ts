import { describe, expect, test } from "vitest";
import { projectHere } from "./cli.test-helper.ts";

const exam = `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "exam",
  cases: [{ id: "a", script: [{ content: "Hello" }], expect: { contains: ["Hello"] } }],
  agent: { name: "echo", version: "1", open: ({ record }) => ({ reply: async (text) => record({ type: "text", text }) }) },
  metrics: [contains()],
});
`;
const project = projectHere({ "exam.eval.ts": exam });
const address = "redis://anna:hunter2@127.0.0.1:1";

describe("a queue", () => {
  test("needs two packages, and the message names the command that installs them", async () => {
    for (const command of ["run", "worker"]) {
      const { code, stderr } = await project.viva(`${command} --queue ${address}`);
      expect(code).toBe(64);
      expect(stderr).toContain("needs bullmq and ioredis, which are not installed");
      expect(stderr).toContain("npm install bullmq ioredis");
      expect(stderr).not.toContain("hunter2");
    }
  });

  test("is given by a flag or by VIVA_QUEUE", async () => {
    const { code, stderr } = await project.viva("worker");
    expect(code).toBe(64);
    expect(stderr).toContain("VIVA_QUEUE");
    const named = await project.viva("run", { environment: { VIVA_QUEUE: address } });
    expect(named.stderr).toContain("npm install bullmq ioredis");
  });

  test("that VIVA_QUEUE names is looked at by the doctor, without its password", async () => {
    const { code, stdout } = await project.viva("doctor", { environment: { VIVA_QUEUE: address } });
    expect(code).toBe(64);
    expect(stdout).toMatch(/✗ queue .*\n +npm install bullmq ioredis/);
    const wrong = await project.viva("doctor", { environment: { VIVA_QUEUE: "http://anna:hunter2@queue" } });
    expect(wrong.stdout).toMatch(/✗ queue .*is not a Redis address/);
    for (const text of [stdout, wrong.stdout]) expect(text).not.toContain("hunter2");
  });

  test("has a Redis address", async () => {
    const { code, stderr } = await project.viva("run --queue http://anna:hunter2@queue");
    expect(code).toBe(64);
    expect(stderr).toContain("is not a Redis address");
    expect(stderr).not.toContain("hunter2");
  });

  test.each(["--record", "--watch"])("cannot be combined with %s", async (flag) => {
    const { code, stderr } = await project.viva(`run --queue ${address} ${flag}`);
    expect(code).toBe(64);
    expect(stderr).toContain(`--queue cannot be combined with ${flag}`);
  });
});
