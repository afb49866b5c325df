import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { InfrastructureError, jsonIn, LineSplitter, safeLine, safeText } from "../../base/index.ts";
import { endWithViva, signalGroup, unguarded } from "../../network/index.ts";
import { answerToServer, type McpConnection, type McpMessage, type McpServer } from "./types.ts";

/** How long a server may take to end, first after its input has ended, then after SIGTERM. */
const endingMs = 1_000;
const keptStderr = 2_000;
/** How much a server may send without answering anything. */
export const mostUnasked = 64 * 2 ** 20;

/** The environment variables that programs need to run. The others may be keys, which a server gets if the suite names them. */
const usual =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+|VIRTUAL_ENV|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|all|no)_proxy|PATHEXT|COMSPEC|SYSTEMROOT|SYSTEMDRIVE|WINDIR|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|(?:LOCAL)?APPDATA|PROGRAM(?:DATA|FILES.*)|PROCESSOR_ARCHITECTURE)$/i;

function usualEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => usual.test(name)));
}

/** Starts a server and speaks to it over its standard streams, a message a line. */
export function stdioConnection(name: string, server: Extract<McpServer, { command: string }>): McpConnection {
  const { command, args = [], env, cwd } = server;
  const waiting = new Map<string | number, PromiseWithResolvers<McpMessage>>();
  let stderr = "";
  /** Characters since the last answer, and the last line that was not a message. */
  let unasked = 0;
  let odd = "";
  let gone: InfrastructureError | undefined;
  // Neither redirected nor refused: the server is a tool of the suite, not part of the agent.
  const child = unguarded(() =>
    spawn(command, [...args], {
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      env: { ...usualEnvironment(), ...env },
      ...(cwd === undefined ? {} : { cwd }),
    }),
  );
  const kill = () => signalGroup(child, "SIGKILL");
  const forget = endWithViva(kill);
  const over = Promise.withResolvers<void>();
  const end = (how: string) => {
    forget();
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
    const message = jsonIn(line) as McpMessage | undefined;
    // Other output of the server.
    if (typeof message !== "object" || message === null) {
      odd = line.trim() || odd;
      return;
    }
    if (message.method !== undefined) {
      const answer = answerToServer(message);
      if (answer) send(answer);
      return;
    }
    if (message.id === undefined) return;
    unasked = 0;
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  };
  const lines = new LineSplitter();
  child.stdout.on("data", (piece: Buffer) => {
    unasked += piece.length;
    if (!gone) lines.push(piece).forEach(take);
    if (unasked <= mostUnasked) return;
    end(`sent ${Math.round(unasked / 2 ** 20)} MB that answer nothing`);
    kill();
  });
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
    said: () => safeLine(odd || stderr.trim(), 200),
    async close() {
      child.stdin.end();
      const signals = ["SIGTERM", "SIGKILL"] as const;
      for (const signal of signals) {
        const stillThere = await Promise.race([over.promise, sleep(endingMs, true, { ref: false })]);
        if (stillThere !== true) return;
        signalGroup(child, signal);
      }
    },
  };
}
