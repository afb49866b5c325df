// The recipes of docs/guide/recipes.md, each played by the `viva` that users have: recorded, then replayed.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { replyOf } from "vivavoce";
import { scriptedServer } from "vivavoce/testing";
import { outputOf, pythonFor } from "./python/python-with.ts";
import { modelAnswer } from "./recipes/model-answer.ts";

const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), "viva-recipes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a recipe's exam. Keys and addresses are taken away: SDKs want a key, so they are given one that opens nothing. */
function play(recipe: string, mode: string, env: Record<string, string>) {
  const kept = Object.entries(process.env).filter(([name]) => !/_(?:API_KEY|BASE_URL)$|^NODE_ENV$|^VITEST/.test(name));
  const viva = join(here, "../packages/vivavoce/bin/viva.js");
  return outputOf(process.execPath, [viva, "run", join(here, "recipes", `${recipe}.eval.ts`), "--json", mode], {
    cwd: folder,
    env: { ...Object.fromEntries(kept), OPENAI_API_KEY: "any", RECIPE_TAPES: tapesOf(recipe), ...env },
  });
}

const tapesOf = (recipe: string) => join(folder, recipe);
const resultsIn = (report: string) => report.slice(report.indexOf('"results":'));

/** Records and replays an exam that passes; gives the exchanges of its cases. */
async function examined(recipe: string, env: Record<string, string> = {}) {
  const server = await scriptedServer({ answer: modelAnswer });
  const recorded = await play(recipe, "--record", { ...env, RECIPE_SERVER: server.url });
  expect(recorded, recorded.stderr + recorded.stdout.slice(0, 2000)).toMatchObject({ code: 0 });
  const { calls } = server;
  await server.close();
  const replays = [await play(recipe, "--replay", env), await play(recipe, "--replay", env)];
  for (const { code, stdout, stderr } of replays) {
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`${calls} calls replayed, 0 live`);
    expect(resultsIn(stdout)).toBe(resultsIn(recorded.stdout));
  }
  await expectMisfit(recipe, env);
  const [{ trials }] = JSON.parse(recorded.stdout).results;
  return Object.fromEntries(trials.map(({ case: id, transcript }) => [id, transcript.exchanges]));
}

/** Where the agent asks something different from what was recorded, its framework may catch the error: Viva does not score it. */
async function expectMisfit(recipe: string, env: Record<string, string>) {
  const [suite = ""] = readdirSync(tapesOf(recipe));
  const folder = join(tapesOf(recipe), suite, "default");
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(/\bhash: \w+/g, `hash: ${"0".repeat(64)}`));
  }
  const { code, stdout } = await play(recipe, "--replay", env);
  expect(code, stdout.slice(0, 2000)).toBe(3);
  const [{ trials }] = JSON.parse(stdout).results;
  expect(trials.map(({ status }) => status)).toEqual(["errored", "errored"]);
}

test("the recipes have the types that Viva and the frameworks say", async () => {
  const base = join(here, "../tsconfig.base.json");
  const compilerOptions = { noEmit: true, typeRoots: [join(here, "../node_modules/@types")] };
  const include = [join(here, "recipes/*.eval.ts")];
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: base, compilerOptions, include }));
  const tsc = join(here, "../node_modules/typescript/bin/tsc");
  expect(await outputOf(process.execPath, [tsc, "-p", folder])).toMatchObject({ stdout: "", code: 0 });
});

const usage = { inputTokens: 24, outputTokens: 8 };
const callsIn = ({ items }) => items.filter(({ type }) => type === "call").map(({ call }) => call);

/** Both questions of the case about opening hours: a call, its result, a text made of it. */
function expectHours(exchanges, expected: { usage: object | undefined }) {
  const results = ["from seven to ten", "from noon to six"];
  expect(exchanges).toHaveLength(2);
  for (const [index, exchange] of exchanges.entries()) {
    const [call, ...others] = callsIn(exchange);
    expect(others).toEqual([]);
    expect(call).toMatchObject({ name: "look_up", arguments: { topic: ["breakfast", "pool"][index] } });
    expect(JSON.stringify(call.result)).toContain(results[index]);
    expect(replyOf(exchange)).toContain(results[index]);
    expect(exchange.modelCalls).toBe(2);
    if (expected.usage) expect(exchange.usage).toMatchObject(expected.usage);
    else expect(exchange.usage).toBeUndefined();
  }
}

describe("a recipe", () => {
  test("OpenAI Agents SDK: a handoff gives the calls that follow to the other agent", async () => {
    const { hours, handoff } = await examined("openai-agents");
    expectHours(hours, { usage });
    expect(handoff.map(callsIn)).toMatchObject([
      [
        { name: "transfer_to_billing", result: "billing" },
        { name: "refund", agent: "billing", arguments: { booking: "17" }, result: { refunded: true } },
      ],
      [{ name: "refund", agent: "billing", arguments: { booking: "18" }, result: { refunded: true } }],
    ]);
    expect(callsIn(handoff[0])[0]).not.toHaveProperty("agent");
  });

  test("LangGraph", async () => {
    const { hours, refund } = await examined("langgraph");
    expectHours(hours, { usage });
    expect(callsIn(refund[0])).toMatchObject([{ name: "refund", result: '{"booking":"17","refunded":true}' }]);
  });

  test("Mastra: its streams ask for no usage", async () => {
    const { hours, refund } = await examined("mastra");
    expectHours(hours, { usage: undefined });
    expect(callsIn(refund[0])).toMatchObject([{ name: "refund", result: { booking: "17", refunded: true } }]);
  });

  test("pipecat", async ({ skip }) => {
    const python = await pythonFor("pipecat", skip, ".venv", "requirements.txt");
    const { hours, refund } = await examined("pipecat", { PYTHON: python });
    expectHours(hours, { usage });
    expect(callsIn(refund[0])).toMatchObject([{ name: "refund", result: { booking: "17", refunded: true } }]);
  });
});
