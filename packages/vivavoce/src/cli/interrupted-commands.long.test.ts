import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { casesOf, projectOf, suiteText, until } from "./cli.test-helper.ts";

/** How many processes carry this mark in their environment, as Linux shows it. */
function alive(mark: string): number {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(join("/proc", pid, "environ"), "utf8").includes(mark);
    } catch {
      return false;
    }
  }).length;
}

test.skipIf(process.platform !== "linux")("Ctrl-C twice ends even a command that ignores signals", async () => {
  const mark = `viva-interrupted-${process.pid}`;
  const script = `trap "" TERM INT; read -r open; echo '{"type":"opened","viva":1,"name":"deaf","version":"1"}'; while :; do sleep 1; done`;
  const agent = `commandAgent({ command: "sh", args: ["-c", ${JSON.stringify(script)}], env: { MARK: ${JSON.stringify(mark)} } })`;
  const suite = suiteText({ agent, cases: casesOf("a", "b", "c", "d") });
  const { start } = projectOf({ "a.eval.ts": `import { commandAgent } from "vivavoce";\n${suite}` });
  const running = start("run");
  let said = "";
  running.child.stderr?.on("data", (part) => {
    said += part;
  });
  await until(() => alive(mark) >= 4, "the commands are under way");
  running.child.kill("SIGINT");
  await until(() => said.includes("Ctrl-C again"), "the first Ctrl-C is heard");
  running.child.kill("SIGINT");
  const { code } = await running.ended;
  expect(code).toBe(130);
  await until(() => alive(mark) === 0, "all commands are gone");
});
