// The least that a trial can cost with all that Viva keeps of it: the suite of this folder with Viva's own metrics, judge,
// redactor and hashes, one straight function for a trial and one for a call. It has no limits, retries, budget, worlds,
// simulated users, gateway, resume or report: it is measured beside Viva, not used.
import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { openSync, readFileSync, writeSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

/** The built package, whose folders it does not export. */
const home = join(import.meta.dirname, "../../../packages/vivavoce");

if (isMainThread) await main();
else await writer();

async function writer() {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync("floor.sqlite");
  database.exec(`pragma journal_mode=wal; pragma synchronous=normal;
    create table trials (run text, trial text, position int, case_id text, case_hash text, status text, played_at int,
      transcript text, scores text, primary key (run, trial)) without rowid;
    create index by_status on trials (run, status);
    create table calls (seq integer primary key, run text, trial text, role text, pos int, body text);
    create index by_trial on calls (run, trial)`);
  const addTrial = database.prepare("insert into trials values (?,?,?,?,?,?,?,?,?)");
  const addCall = database.prepare("insert into calls (run,trial,role,pos,body) values (?,?,?,?,?)");
  parentPort.on("message", ({ trials, calls }) => {
    database.exec("begin");
    for (const row of calls) addCall.run(...row);
    for (const row of trials) addTrial.run(...row);
    database.exec("commit");
    parentPort.postMessage("written");
  });
}

async function main() {
  const { redactor, hashOf, deepFreeze } = await import(pathToFileURL(join(home, "dist/base/index.js")).href);
  const { z } = await import("zod");
  const { default: suite } = await import(pathToFileURL(join(process.cwd(), "bench.eval.ts")).href);
  const atOnce = Number(process.argv[2]);
  const secrets = redactor(process.env);
  const running = new AsyncLocalStorage();
  const context = () => running.getStore();
  createHook({ trackPromises: false, init: (_id, type) => type === "Timeout" && context(), destroy() {} }).enable();

  const caseSchema = z.strictObject({
    id: z.string(),
    script: z.array(z.strictObject({ content: z.string() })),
    expect: z.strictObject({ contains: z.array(z.string()).optional(), criteria: z.array(z.string()).optional() }),
  });
  const cases = readFileSync("cases.jsonl", "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => caseSchema.parse(JSON.parse(line)))
    .map(({ expect: { criteria, ...expect }, ...rest }) => ({
      ...rest,
      expect: criteria ? { ...expect, criteria: { criteria } } : expect,
    }));

  const thread = new Worker(new URL(import.meta.url));
  let unwritten = 0;
  let allWritten;
  thread.on("message", () => {
    unwritten -= 1;
    if (unwritten === 0) allWritten?.();
  });
  let group = { trials: [], calls: [] };
  let timer;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (group.trials.length + group.calls.length === 0) return;
    unwritten += 1;
    thread.postMessage(group);
    group = { trials: [], calls: [] };
  };
  const flushSoon = () => {
    timer ??= setTimeout(flush, 30);
  };

  const marks = openSync("floor.flight", "w");
  const mark = Buffer.alloc(33);
  const connections = new Agent({ keepAlive: true, maxSockets: 1024 });

  const post = (url, body, signal) =>
    new Promise((resolve, reject) => {
      const { hostname: host, port, pathname: path } = url;
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      const sending = request({ host, port, path, method: "POST", agent: connections, headers, signal }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part) => {
          text += part;
        });
        response.on("end", () => {
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`HTTP ${response.statusCode}`));
        });
      });
      sending.on("error", reject);
      sending.end(body);
    });

  const withDeadline = async (milliseconds, work) => {
    const controller = new AbortController();
    const limit = setTimeout(() => controller.abort(new Error("time limit")), milliseconds);
    try {
      return await work(controller.signal);
    } finally {
      clearTimeout(limit);
    }
  };

  const urls = new Map();
  const modelOf = (role, choice, { calls, key }) => {
    if (!urls.has(choice)) urls.set(choice, new URL(`${choice.baseURL}/chat/completions`));
    const url = urls.get(choice);
    const id = choice.model;
    return {
      id,
      async call(asked) {
        const began = performance.now();
        const { output, maxTokens: max_tokens, temperature, messages } = asked;
        const format = output && { name: output.name, schema: output.schema, strict: true };
        const body = JSON.stringify({
          model: id.slice(id.indexOf(":") + 1),
          messages,
          temperature,
          max_tokens,
          ...(format ? { response_format: { type: "json_schema", json_schema: format } } : {}),
        });
        const answered = JSON.parse(await withDeadline(60_000, (signal) => post(url, body, signal)));
        const [choice] = answered.choices;
        if (typeof choice?.message?.content !== "string") throw new Error("not a completion");
        const answer = {
          text: choice.message.content,
          toolCalls: [],
          finish: choice.finish_reason,
          usage: { inputTokens: answered.usage.prompt_tokens, outputTokens: answered.usage.completion_tokens },
          servedModel: answered.model,
        };
        const record = { role, request: { model: id, ...asked }, answer, durationMs: performance.now() - began };
        record.hash = hashOf(record.request);
        calls.push(record);
        group.calls.push(["run", key, role, calls.length, secrets.json(record)]);
        flushSoon();
        return answer;
      },
    };
  };

  let passed = 0;
  const play = async (position) => {
    const testCase = cases[position];
    const key = `/${testCase.id}/1`;
    writeSync(marks, mark, 0, 33, (position % 20) * 33);
    const trial = { calls: [], key };
    const exchanges = [];
    let items;
    const context = {
      case: { ...testCase, history: [] },
      model: () => modelOf("agent", suite.models.agent, trial),
      record: (event) => {
        items.push(event);
      },
    };
    const session = await suite.agent.open(context);
    for (const [index, { content }] of testCase.script.entries()) {
      items = [];
      const before = trial.calls.length;
      await withDeadline(60_000, () => session.reply(content));
      const own = trial.calls.slice(before);
      const sum = (count) => own.reduce((total, call) => total + count(call), 0);
      exchanges.push({
        number: index + 1,
        user: { content },
        items,
        modelCalls: own.length,
        usage: { inputTokens: sum((call) => call.answer.usage.inputTokens), outputTokens: 0 },
        modelMs: sum((call) => call.durationMs),
      });
    }
    const transcript = deepFreeze(
      secrets.first({
        version: 2,
        case: testCase.id,
        variant: {},
        repeat: 1,
        agent: { name: suite.agent.name, version: suite.agent.version },
        history: [],
        exchanges,
        outcome: { kind: "completed", ended: { by: "script", unsaid: [] } },
      }),
    );
    const judge = { repeat: 1, model: () => modelOf("judge", suite.models.judge, trial) };
    const scores = [];
    for (const metric of suite.metrics) scores.push(await metric.score(transcript, testCase, judge));
    const isPassed = scores.every((score) => score.passed === true);
    if (isPassed) passed += 1;
    const status = isPassed ? "passed" : "failed";
    const texts = [JSON.stringify(transcript), secrets.json(scores)];
    group.trials.push(["run", key, position, testCase.id, hashOf(testCase), status, Date.now(), ...texts]);
    if (group.trials.length >= 100) flush();
    else flushSoon();
    writeSync(marks, mark, 0, 33, (position % 20) * 33);
  };

  let next = 0;
  const worker = async () => {
    while (next < cases.length) {
      const position = next++;
      await running.run({ position }, () => play(position));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  flush();
  await new Promise((resolve) => {
    allWritten = resolve;
  });
  if (passed !== cases.length) throw new Error(`${passed} of ${cases.length} passed`);
  process.exit();
}
