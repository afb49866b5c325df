// The suite of an episode: conversations of two exchanges with a model, judged by another.
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { projectOf, suiteText, type TestProject } from "../../packages/vivavoce/src/cli/cli.test-helper.ts";
import { storeFile } from "../../packages/vivavoce/src/store/index.ts";
import { callNamed, type FaultyServer, retries } from "./server-faults.ts";

export const trials = 40;
const exchanges = 2;
export const concurrency = 3;

const talking = `{
  name: "talking",
  version: "1",
  open(context) {
    const messages = [];
    return {
      async reply(message) {
        messages.push({ role: "user", content: message });
        const { text } = await context.model().call({ messages: [...messages] });
        messages.push({ role: "assistant", content: text });
        context.record({ type: "text", text });
      },
    };
  },
}`;

const cases = `Array.from({ length: ${trials} }, (_, index) => ({
  id: \`case-\${index}\`,
  script: Array.from({ length: ${exchanges} }, (_, line) => ({ content: \`case \${index}, line \${line}\` })),
  expect: { contains: ["You said"] },
}))`;

export function examOn({ url }: FaultyServer): TestProject {
  const model = (name: string) =>
    `{ model: "compatible:${name}", baseURL: ${JSON.stringify(url)}, retries: ${retries}, timeoutMs: 2000 }`;
  const suite = suiteText({
    cases,
    agent: talking,
    metrics: `[contains(), metric.criteria({ criteria: ["is polite"], steps: [], threshold: 0.5 })]`,
    models: `{ agent: ${model("agent")}, judge: ${model("judge")} }`,
  });
  return projectOf({ "exam.eval.ts": suite });
}

/** The calls whose answers are safe in the store. */
export function journalledCalls({ folder }: TestProject): Set<string> {
  if (!existsSync(storeFile(folder))) return new Set();
  using database = new DatabaseSync(storeFile(folder), { timeout: 10_000 });
  const isThere = database.prepare("select 1 from sqlite_schema where name = 'calls'").get();
  const rows = isThere ? database.prepare("select role, body from calls").all() : [];
  return new Set(rows.map(({ role, body }) => callNamed(String(role), JSON.parse(String(body)).answer.text)));
}

/** The newest run's trials by case, without the times that differ from run to run. */
export async function resultsOf(project: TestProject): Promise<Map<string, { status: string; result: string }>> {
  const found = new Map<string, { status: string; result: string }>();
  for (const { caseId, status, scores, transcript } of await project.trials()) {
    if (found.has(caseId)) throw new Error(`${caseId} is stored twice`);
    const said = transcript.exchanges.map(({ number, user, items }) => ({ number, user, items }));
    const result = JSON.stringify({ status, scores, said, outcome: transcript.outcome });
    found.set(caseId, { status: status ?? "pending", result });
  }
  return found;
}
