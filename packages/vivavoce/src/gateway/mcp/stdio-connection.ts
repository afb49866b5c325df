import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { InfrastructureError, LineSplitter, safeText } from "../../base/index.ts";
import { outsideRoutes } from "../current-route.ts";
import { answerToServer, type McpCommand, type McpConnection, type McpMessage } from "./types.ts";

/** How long a server may take to end, first after its input has ended, then after SIGTERM. */
const endingMs = 1_000;
const keptStderr = 2_000;

/** Starts a server and speaks to it over its standard streams, a message a line. */
export function stdioConnection(name: string, { command, args = [], env, cwd }: McpCommand): McpConnection {
  const waiting = new Map<string | number, PromiseWithResolvers<McpMessage>>();
  let stderr = "";
  let gone: InfrastructureError | undefined;
  // Neither redirected nor refused: the server is a tool of the suite, not part of the agent.
  const child = outsideRoutes(() =>
    spawn(command, [...args], {
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
    }),
  );
  const kill = () => endGroup(child, "SIGKILL");
  process.once("exit", kill);
  const over = Promise.withResolvers<void>();
  const end = (how: string) => {
    process.off("exit", kill);
    const said = safeText(stderr.trim());
    gone ??= new InfrastructureError({
      message: `the MCP server ${name} (${command}) ${how}${said === "" ? "" : `: ${said}`}`,
      remedy: "Try the command by itself, or mock the server.",
    });
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
    over.resolve();
  };
  child.once("error", ({ message }) => end(`could not be started: ${message}`));
  child.once("close", (code, signal) => end(signal ? `was ended by ${signal}` : `ended with exit code ${code}`));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-keptStderr);
  });
  // "close" reports a server that is gone.
  child.stdin.on("error", () => {});
  const send = (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const take = (line: string) => {
    const message = messageIn(line);
    if (message === undefined) return;
    if (message.method !== undefined) {
      const answer = answerToServer(message);
      if (answer) send(answer);
      return;
    }
    if (message.id === undefined) return;
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  };
  const lines = new LineSplitter();
  child.stdout.on("data", (piece: Buffer) => lines.push(piece).forEach(take));
  child.stdout.on("end", () => lines.end().forEach(take));
  return {
    async request(message) {
      if (gone) throw gone;
      const answer = Promise.withResolvers<McpMessage>();
      waiting.set(message.id ?? "", answer);
      send(message);
      return answer.promise;
    },
    async notify(message) {
      if (!gone) send(message);
    },
    async close() {
      child.stdin.end();
      const signals = ["SIGTERM", "SIGKILL"] as const;
      for (const signal of signals) {
        const stillThere = await Promise.race([over.promise, sleep(endingMs, true, { ref: false })]);
        if (stillThere !== true) return;
        endGroup(child, signal);
      }
    },
  };
}

/** A line that is not a message is other output of the server. */
function messageIn(line: string): McpMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as McpMessage) : undefined;
  } catch {
    return undefined;
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-pid, signal);
  } catch {
    // The whole group is gone already.
  }
}
