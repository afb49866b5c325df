import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import { askingServer } from "../agent/http/http-agent.test-helper.ts";
import { type Agent, httpAgent } from "../agent/index.ts";
import { replyOf, type Transcript } from "../shape/index.ts";
import type { SuitePlan } from "./plan.ts";
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

/** A suite whose cases all have this tape. */
function replayed(agent: () => Agent, entries: string): Promise<SuitePlan> {
  const loaded = loadedSuite({ cases: caseList(...ids), agent, models: { agent: "openai:m" } });
  const folder = join(loaded.folder, "cassettes/exam/default");
  mkdirSync(folder, { recursive: true });
  const tape = (id: string) => `viva: tape 1\norigin: hand-written\ncase: ${id}\ntapes: [{ agent: [${entries}] }]\n`;
  for (const id of ids) writeFileSync(join(folder, `${id}.yaml`), tape(id));
  return planOf(loaded, { options: { traffic: "replay" } });
}

async function transcripts(plan: SuitePlan): Promise<Transcript[]> {
  expect(plan.network.isClosed).toBe(true);
  const { run } = await execute(store(), plan);
  return (await trialsOf(store(), run)).flatMap(({ transcript }) => transcript ?? []);
}

test("a replay reaches the agent's own server, and no more conversations at once than it can take", async () => {
  const plan = await replayed(() => httpAgent({ name: "desk", url, concurrency: 2 }), "");
  const played = await transcripts(plan);
  expect(played.map(({ outcome }) => outcome.kind)).toEqual(ids.map(() => "completed"));
  expect(most).toBe(2);
});

test("a server that is started in a replay reaches the gateway, which answers from the tape", async () => {
  const agent = () => httpAgent({ name: "desk", url: "http://127.0.0.1:{port}/", start: askingServer });
  const played = await transcripts(await replayed(agent, "Taped words"));
  expect(played.map(({ exchanges, outcome }) => [outcome.kind, ...exchanges.map(replyOf)])).toEqual(
    ids.map(() => ["completed", "Taped words"]),
  );
});
