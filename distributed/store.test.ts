import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { startPostgres } from "./servers.ts";

test("the tests of the store, and of what reads and writes it, pass on PostgreSQL", async ({ skip }) => {
  const server = await startPostgres();
  if (!server) return skip();
  onTestFinished(() => server.remove());
  const vitest = new URL("../node_modules/vitest/vitest.mjs", import.meta.url).pathname;
  // In this folder, because `pg` is looked for from there.
  const child = spawn(process.execPath, [vitest, "run", "--root", "..", "--config", "distributed/store.config.ts"], {
    cwd: new URL(".", import.meta.url).pathname,
    env: { ...process.env, VIVA_TEST_STORE: server.url, VITEST: undefined, NO_COLOR: "1", FORCE_COLOR: undefined },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => (said = `${said}${data}`.slice(-20_000)));
  const [code] = await once(child, "close");
  expect(said).toMatch(/Tests {2}\d+ passed/);
  expect(code, said).toBe(0);
});
