import { rmSync } from "node:fs";
import { Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { openChannel, playAlone, showProblem } from "../base/index.ts";
import { type DistantTraffic, distantTraffic } from "../model/index.ts";
import { closeNetwork, SuiteNetwork } from "../network/index.ts";
import { type ProcessJob, playHere, type SuitePlan, standIn } from "../run/index.ts";
import type { Transcript } from "../shape/index.ts";
import { agentOf, decideNetwork, loadSuites, openProject, strayProblem, takeStrayErrors } from "../suite/index.ts";
import { ownModules } from "../test-runner/index.ts";

// A process that plays one conversation. It has no store and no key, and does not decide the trial.

const beatMs = 1_000;
playAlone();
// Node has read it by now; processes that the agent starts should not.
delete process.env.NODE_COMPILE_CACHE;

let traffic: DistantTraffic | undefined;
let isOver = false;
const socket = new Socket({ fd: 3 });
const channel = openChannel(socket, {
  play,
  // From here on the process ends by itself when the agent has nothing left to do.
  over() {
    isOver = true;
    socket.unref();
  },
  waiting: (isWaiting: boolean) => traffic?.waiting(isWaiting),
  wired: (piece: Parameters<DistantTraffic["wired"]>[0]) => traffic?.wired(piece),
});
setInterval(() => channel.tell("beat"), beatMs).unref();
takeStrayErrors((error) => {
  try {
    channel.tell("stray", showProblem(strayProblem(error)));
  } catch (fault) {
    if (!isOver) throw fault;
    // The agent has broken even what an error message needs. Its result has been sent, so nothing is lost.
    process.kill(process.pid, "SIGKILL");
  }
});
void channel.closed.then(() => {
  process.once("exit", endGroup);
  process.exit();
});
leash();

async function play(job: ProcessJob, signal: AbortSignal): Promise<Transcript> {
  const { cwd, file, replayed, capture, traffic: start, ...conversing } = job;
  const project = await openProject(cwd, ownModules);
  const [loaded] = await loadSuites(project, [file], cwd, { replayed });
  if (!loaded) throw new RangeError(`${file} holds no suite`);
  const network = loaded.network ?? new SuiteNetwork();
  decideNetwork({ ...loaded, network }, project, { replayed, capture });
  closeNetwork(network);
  traffic = distantTraffic(channel, start);
  channel.tell("ready");
  const agent: SuitePlan["agent"] = (variant) => standIn(conversing.standIn, agentOf(loaded.suite, variant));
  const playing = playHere({ loaded, network, agent }, conversing, {
    traffic,
    signal,
    onLate: (complaint, status) => channel.tell("late", { complaint, status }),
    onExchange: (exchange) => channel.tell("exchange", exchange),
  });
  return playing.finally(() => channel.tell("programs", network.programs));
}

/** If the process that started this one was killed, nobody else removes these. */
function endGroup(): void {
  rmSync(process.env.VIVA_WORLDS ?? "", { recursive: true, force: true });
  if (process.platform !== "win32") process.kill(-process.pid, "SIGKILL");
}

/** Ends this process if the one that started it is killed, even while the agent never yields. */
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
