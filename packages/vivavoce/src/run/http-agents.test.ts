import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import { httpAgent } from "../agent/index.ts";
import { caseList, execute, loadedSuite, planOf, sharedStore, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();
const ids = ["one", "two", "three"];
let open = 0;
let most = 0;
const server = createServer((request, response) => {
  open += 1;
  most = Math.max(most, open);
  request.resume().on("end", () =>
    setTimeout(() => {
      open -= 1;
      response.end(JSON.stringify("Hello"));
    }, 10),
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterThisFile(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

test("a replay reaches the agent's own server, and no more conversations at once than it can take", async () => {
  const agent = () => httpAgent({ name: "desk", url, concurrency: 2 });
  const loaded = loadedSuite({ cases: caseList(...ids), agent });
  const folder = join(loaded.folder, "cassettes/default");
  mkdirSync(folder, { recursive: true });
  const tape = (id: string) => `viva: tape 1\norigin: hand-written\ncase: ${id}\ntapes: [{ agent: [] }]\n`;
  for (const id of ids) writeFileSync(join(folder, `${id}.yaml`), tape(id));
  const plan = await planOf(loaded, { options: { traffic: "replay" } });
  expect(plan.network.isClosed).toBe(true);
  const { run } = await execute(store(), plan);
  const trials = await trialsOf(store(), run);
  expect(trials.map(({ transcript }) => transcript?.outcome.kind)).toEqual(ids.map(() => "completed"));
  expect(most).toBe(2);
});
