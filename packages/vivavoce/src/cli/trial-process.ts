import { Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { openChannel, showProblem } from "../base/index.ts";
import { distantTraffic } from "../model/index.ts";
import { type ProcessJob, type ProcessResult, playHere } from "../run/index.ts";
import { loadSuites, openProject, strayProblem, takeStrayErrors } from "../suite/index.ts";
import type { Exchange } from "../transcript/index.ts";
import { ownModules } from "./own-modules.ts";

// A process that plays one conversation and has no store, no key and no say in what comes of it.

const beatMs = 1_000;
// Node has read it by now; what the agent starts need not.
delete process.env.NODE_COMPILE_CACHE;

const channel = openChannel(new Socket({ fd: 3 }), { play });
setInterval(() => channel.tell("beat"), beatMs).unref();
takeStrayErrors((error) => channel.tell("stray", showProblem(strayProblem(error))));
void channel.closed.then(() => process.exit());
leash();

async function play(job: ProcessJob, signal: AbortSignal): Promise<ProcessResult> {
  const { cwd, file, traffic: start, ...conversing } = job;
  const project = await openProject(cwd, await ownModules());
  const [loaded] = await loadSuites(project, [file], cwd);
  if (!loaded) throw new RangeError(`${file} holds no suite`);
  const traffic = distantTraffic(channel, start);
  channel.tell("ready");
  const onLate = (complaint: string) => channel.tell("late", complaint);
  const onExchange = (exchange: Exchange) => channel.tell("exchange", exchange);
  const transcript = await playHere(loaded.suite, conversing, { traffic, signal, onLate, onExchange });
  return { transcript, times: traffic.times };
}

/** Should the process that started this one be killed while the agent never pauses, this one goes as well. */
function leash(): void {
  if (process.platform === "win32") return;
  const look = `
    const { ppid } = process;
    setInterval(() => {
      if (process.ppid === ppid) return;
      require("node:fs").rmSync(process.env.VIVA_WORLDS, { recursive: true, force: true });
      process.kill(-process.pid, "SIGKILL");
    }, 500);`;
  new Worker(look, { eval: true }).unref();
}
