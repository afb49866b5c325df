import { connect } from "node:net";
import { showValue, withOwnConnections } from "../base/index.ts";

const answerMs = 2_000;

/** Why a server that takes connections does not become ready, by what it answers to a plain PING; undefined: unknown. */
export async function whySilent(url: string): Promise<Error | undefined> {
  const { protocol, hostname, port } = new URL(url);
  const answer = await plainAnswer(hostname.replace(/^\[|\]$/g, ""), Number(port || 6379));
  if (answer === undefined) return undefined;
  if (!/^[+-]/.test(answer)) return new Error(`invalid protocol: it answers ${showValue(answer.slice(0, 40))}`);
  if (protocol === "rediss:") return new Error("it answers without TLS");
  return answer.startsWith("-LOADING") ? new Error(answer.slice(1)) : undefined;
}

function plainAnswer(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = withOwnConnections(() => connect({ host, port, timeout: answerMs }));
    const end = (answer?: string) => {
      socket.destroy();
      resolve(answer);
    };
    socket.write("PING\r\n");
    socket.once("data", (data) => end(data.toString("latin1").split("\r\n")[0]));
    for (const event of ["error", "timeout", "close"]) socket.once(event, () => end());
  });
}
