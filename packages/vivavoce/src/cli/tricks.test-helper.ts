/**
 * What an agent that gives a wrong answer can do to the process it runs in, and how the command then ends: with 1, the
 * verdict, or with 3, because the run could not go on, or with Node's own 7. "malice" is what nobody does by accident:
 * SECURITY.md names it, and only `isolation: "process"` holds against it.
 */
type Trick = readonly [ends: 1 | 3 | 7 | "malice", does: string];

const exits: Record<string, Trick> = {
  "process.exit(0)": [3, "process.exit(0)"],
  "process.exit() with a code set before": [3, "process.exitCode = 0; process.exit()"],
  "process.reallyExit(0)": [3, "process.reallyExit(0)"],
  "process.exit(0) in a timer": [3, "setTimeout(() => process.exit(0), 1); await new Promise(() => {})"],
  "process.exit(0) after an exit listener put first": [
    3,
    `process.prependListener("exit", () => process.exit(0)); process.exit(0)`,
  ],
  "process.exit(0) after all listeners are removed": [3, `process.removeAllListeners("exit"); process.exit(0)`],
  "process.abort()": [3, "process.abort()"],
  "a signal to itself": [3, `process.kill(process.pid, 0); process.kill(process.pid, "SIGTERM")`],
  "a signal to its group, by the module": [3, `const { kill } = await import("node:process"); kill(0, "SIGKILL")`],
  "a listener of SIGTERM that exits, and the signal": [
    3,
    `process.on("SIGTERM", () => process.exit(0)); (await import("node:child_process")).execSync("kill -TERM " + process.pid); await new Promise(() => {})`,
  ],
  "a capture callback that exits, and a late error": [
    3,
    "process.setUncaughtExceptionCaptureCallback(() => process.exit(0)); setTimeout(() => { throw new Error('late'); }, 1); await new Promise(() => {})",
  ],
  "a listener of uncaughtException that exits, and a late error": [
    3,
    `process.on("uncaughtException", () => process.exit(0)); setTimeout(() => { throw new Error("late"); }, 1); await new Promise(() => {})`,
  ],
  "a listener of unhandledRejection that exits, and a rejection": [
    3,
    `process.on("unhandledRejection", () => process.exit(0)); Promise.reject(new Error("late")); await new Promise(() => {})`,
  ],
};

const lateExits: Record<string, Trick> = {
  "a beforeExit listener exits": [1, `process.on("beforeExit", () => process.exit(0))`],
  "a beforeExit listener sets the code": [1, `process.on("beforeExit", () => { process.exitCode = 0; })`],
  "an exit listener exits": [1, `process.on("exit", () => process.exit(0))`],
  "an exit listener sets the code": [1, `process.on("exit", () => { process.exitCode = 0; })`],
  "an exit listener put first exits": [1, `process.prependListener("exit", () => process.exit(0))`],
  "an exit listener throws": [1, `process.on("exit", () => { throw new Error("too late"); })`],
  "an exit listener never returns": [
    1,
    `process.on("exit", () => { for (const end = performance.now() + 500; performance.now() < end; ); process.exit(0); })`,
  ],
  "exit listeners are removed": [
    1,
    `process.removeAllListeners("exit"); process.on("exit", () => { process.exitCode = 0; })`,
  ],
  "listeners are removed by the prototype": [
    1,
    `Object.getPrototypeOf(Object.getPrototypeOf(process)).removeAllListeners.call(process); process.exitCode = 0`,
  ],
  "a late timer exits": [1, `process.on("beforeExit", () => setTimeout(() => process.exit(0), 1))`],
  "a timer that looks for the code exits": [
    1,
    "setInterval(() => { if (process.exitCode === 1) process.exit(0); }, 1)",
  ],
  "a late timer exits by another way": [1, `process.on("beforeExit", () => process.reallyExit(0))`],
  "a late timer throws": [1, `process.on("beforeExit", () => setTimeout(() => { throw new Error("too late"); }, 1))`],
  "a late promise is rejected": [1, `process.on("beforeExit", () => { Promise.reject(new Error("too late")); })`],
  "nobody listens to errors any more": [
    1,
    `process.removeAllListeners("uncaughtException"); process.on("beforeExit", () => { throw new Error("too late"); })`,
  ],
  "the code is set all the time": [1, "setInterval(() => { process.exitCode = 0; }, 1).unref()"],
  "process.exit does nothing any more": [1, "process.exit = () => {}; setInterval(() => {}, 1000)"],
  "process.exit always ends with 0": [
    1,
    "const end = process.exit; process.exit = () => end(0); setInterval(() => {}, 1000)",
  ],
  "the code is always read as 0": [
    1,
    `try { Object.defineProperty(process, "exitCode", { get: () => 0, set() {} }); } catch {}`,
  ],
  "the code cannot be written": [
    1,
    `try { Object.defineProperty(process, "exitCode", { value: 0, writable: false }); } catch {}`,
  ],
  "process is frozen": [3, "Object.freeze(process)"],
};

const leftOpen: Record<string, Trick> = {
  "a server is kept open": [1, `(await import("node:http")).createServer().listen(0, "127.0.0.1")`],
  "an interval goes on": [1, "setInterval(() => {}, 1)"],
  "a thread goes on": [
    1,
    `new (await import("node:worker_threads")).Worker("setInterval(() => {}, 1)", { eval: true })`,
  ],
  "a thread exits": [1, `new (await import("node:worker_threads")).Worker("process.exit(0)", { eval: true })`],
  "a thread throws": [
    1,
    `new (await import("node:worker_threads")).Worker("throw new Error('late')", { eval: true }).on("error", () => process.exitCode = 0)`,
  ],
  "a program goes on": [1, `(await import("node:child_process")).spawn("sleep", ["30"], { stdio: "ignore" })`],
  "standard input is read": [1, "process.stdin.resume()"],
};

const polluted = (name: string, value: string): Trick => [1, `Object.prototype[${JSON.stringify(name)}] = ${value}`];
const pollution: Record<string, Trick> = Object.fromEntries(
  Object.entries({
    status: `"passed"`,
    code: "0",
    exitCode: "0",
    signal: "AbortSignal.abort()",
    skip: "true",
    score: "1",
    kind: `"completed"`,
    expect: "{}",
    gating: "false",
    passed: "true",
    error: "null",
    watches: "true",
    metrics: "[]",
    get: "() => 0",
    toJSON: "undefined",
    hasOwnProperty: "() => true",
    length: "0",
    outcome: `{ kind: "infrastructure" }`,
    judged: "true",
  }).map(([name, value]) => [`a merge sets Object.prototype.${name}`, polluted(name, value)]),
);

const timers: Record<string, Trick> = {
  "setTimeout does nothing": [1, "globalThis.setTimeout = () => ({ unref() {}, ref() {} })"],
  "setTimeout does not wait": [1, "globalThis.setTimeout = (work, _ms, ...given) => setImmediate(work, ...given)"],
  "setTimeout returns a number": [1, "globalThis.setTimeout = () => 1"],
  "setInterval does nothing": [1, "globalThis.setInterval = () => ({ unref() {}, ref() {} })"],
  "setInterval returns a number": [1, "globalThis.setInterval = () => 1"],
  "all timers are fakes that stand still": [
    1,
    "for (const name of ['setTimeout', 'setInterval', 'setImmediate']) globalThis[name] = () => 1; for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) globalThis[name] = () => {}",
  ],
  "the module's timers are fakes that stand still": [
    1,
    "const timers = (await import('node:timers')).default; for (const name of ['setTimeout', 'setInterval', 'setImmediate']) timers[name] = () => 1; (await import('node:module')).syncBuiltinESMExports()",
  ],
  "queueMicrotask does nothing": [1, "globalThis.queueMicrotask = () => {}"],
  "process.nextTick does nothing": ["malice", "process.nextTick = () => {}"],
  "all timers are fakes, and a server is kept open": [
    1,
    `for (const name of ["setTimeout", "setInterval", "setImmediate"]) globalThis[name] = () => 1; (await import("node:http")).createServer().listen(0, "127.0.0.1")`,
  ],
  "all clocks are fakes, and the agent never answers": [
    1,
    `globalThis.setTimeout = globalThis.setInterval = () => 1; performance.now = () => 0; await new Promise(() => {})`,
  ],
  "performance.now stands still": [1, "performance.now = () => 0"],
  "Date.now stands still": [1, "Date.now = () => 0"],
};

const replaced: Record<string, Trick> = {
  "console is gone": [1, "globalThis.console = undefined"],
  "console.log is silent": [1, "console.log = () => {}"],
  "stdout.write is silent": [1, "process.stdout.write = () => true"],
  "process.env is emptied": [1, "process.env = {}"],
  "process.argv is emptied": [1, "process.argv = []"],
  "the working directory changes": [1, "process.chdir('/')"],
  "structuredClone copies by JSON": [1, "globalThis.structuredClone = (value) => JSON.parse(JSON.stringify(value))"],
  "stacks are shown differently": [1, "Error.prepareStackTrace = () => []; Error.stackTraceLimit = 0"],
  "arrays have a method more, as old libraries did": [1, "Array.prototype.last = function () { return this.at(-1); }"],
  "strings have a method more": [1, "String.prototype.capitalise = function () { return this; }"],
  "Object.prototype is frozen": [1, "Object.freeze(Object.prototype); Object.freeze(Array.prototype)"],
  "all intrinsics are frozen": [
    1,
    "for (const one of [Object, Array, Map, Set, Promise, Error, String, Function]) { Object.freeze(one); Object.freeze(one.prototype); }",
  ],
  "process is replaced": [7, "globalThis.process = { env: {}, exit() {}, on() {} }"],
  "fetch is replaced": [1, "globalThis.fetch = async () => new Response('{}')"],
  "Promise is replaced by a subclass": [1, "globalThis.Promise = class extends Promise {}"],
  "JSON.stringify throws": [3, "JSON.stringify = () => { throw new Error('broken'); }"],
};

const malice: Record<string, Trick> = {
  "process.emit is wrapped": [
    "malice",
    "const { emit } = process; process.emit = (event, ...given) => { if (event === 'exit') process.exitCode = 0; return emit.call(process, event, ...given); }",
  ],
  "process.emit hides the exit": [
    "malice",
    "const { emit } = process; process.emit = (event, ...given) => event === 'exit' || emit.call(process, event, ...given)",
  ],
  "statements of SQLite answer otherwise": [
    "malice",
    `const { StatementSync } = await import("node:sqlite"); const { all, get } = StatementSync.prototype; const other = (row) => row && JSON.parse(JSON.stringify(row).replaceAll("failed", "passed")); StatementSync.prototype.all = function (...given) { return all.apply(this, given).map(other); }; StatementSync.prototype.get = function (...given) { return other(get.apply(this, given)); };`,
  ],
  "JSON.stringify tells of passed trials": [
    "malice",
    `const { stringify } = JSON; JSON.stringify = (...given) => stringify(...given)?.replaceAll("failed", "passed")`,
  ],
  "JSON.parse tells of passed trials": [
    "malice",
    `const { parse } = JSON; JSON.parse = (text, ...given) => parse(text.replaceAll("failed", "passed"), ...given)`,
  ],
  "every text includes every other": ["malice", "String.prototype.includes = () => true"],
  "every pattern fits": ["malice", "RegExp.prototype.test = () => true; RegExp.prototype.exec = () => ['']"],
  "every list is fine": ["malice", "Array.prototype.every = () => true; Array.prototype.some = () => false"],
  "lists lose what failed": [
    "malice",
    "const { filter } = Array.prototype; Array.prototype.filter = function (...given) { return filter.apply(this, given).filter; }",
  ],
  "maps forget": ["malice", "Map.prototype.get = () => undefined"],
  "Map.set keeps only what passed": [
    "malice",
    "const { set } = Map.prototype; Map.prototype.set = function (key, value) { return set.call(this, key, value === 'failed' ? 'passed' : value); }",
  ],
  "Object.hasOwn says no": ["malice", "Object.hasOwn = () => false"],
  "Object.entries is empty": ["malice", "Object.entries = () => []"],
  "promises answer otherwise": [
    "malice",
    "const { then } = Promise.prototype; Promise.prototype.then = function (done, ...rest) { return then.call(this, (value) => done?.(value?.status === 'failed' ? { ...value, status: 'passed' } : value), ...rest); }",
  ],
  "the binding's own exit": ["malice", `process.binding("process_methods").reallyExit(0)`],
  "numbers are all finite and 0": ["malice", "Number.isFinite = () => true; Math.min = Math.max = () => 1"],
};

export const tricks: Readonly<Record<string, Trick>> = {
  ...exits,
  ...lateExits,
  ...leftOpen,
  ...pollution,
  ...timers,
  ...replaced,
  ...malice,
};
