import { type IncomingMessage, request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { InfrastructureError, messageOf, safeLine, systemClock } from "../../base/index.ts";
import { retryAfterMs } from "../../model/index.ts";
import { unguarded } from "../../network/index.ts";
import { AgentFailure } from "../types.ts";
import { textOf, unpacked } from "./lines.ts";

/** The connection to the server was lost before its answer was complete. */
export class BrokenConnection extends Error {}

/** The server could not be reached at all, so it has not seen the request. */
class NotReached extends Error {}

interface PostRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}

/** With these, a server or a proxy before it says that it cannot answer now. */
const outages = new Set([429, 502, 503, 504]);
/** With these, it has not begun to handle the request, so the request may be sent again. */
const unbegun = new Set([429, 503]);
/** Milliseconds to wait before each further try. */
const waits = [100, 500];
const longestWaitMs = 5_000;
const mostRedirects = 5;

/** Sends a message to the agent's server. Returns its answer; only the headers have been read. */
export async function post(request: PostRequest): Promise<IncomingMessage> {
  const { signal } = request;
  for (let tries = 1; ; tries++) {
    const answer = await sendFollowing(request).catch((error: unknown) => {
      if (error instanceof NotReached) return error;
      throw error;
    });
    const wait = waits[tries - 1];
    if (answer instanceof NotReached) {
      if (wait === undefined) throw outage(request, `could not be reached: ${answer.message}`, tries);
      await sleep(wait, undefined, { signal });
      continue;
    }
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return answer;
    const said = `answered ${status}${await quoted(answer)}`;
    if (!outages.has(status)) throw new AgentFailure(`${shown(request)} ${said}`);
    const waitMs = retryAfterMs((name) => answer.headers[name]?.toString(), systemClock.now()) ?? wait;
    if (wait === undefined || waitMs === undefined || waitMs > longestWaitMs || !unbegun.has(status)) {
      throw outage(request, said, tries);
    }
    await sleep(waitMs, undefined, { signal });
  }
}

/** Follows redirects only on the same host: message and headers are meant for nobody else. */
async function sendFollowing(request: PostRequest): Promise<IncomingMessage> {
  let { url } = request;
  for (let followed = 0; ; followed++) {
    const answer = await send({ ...request, url });
    const { location } = answer.headers;
    const isRedirect = [301, 302, 307, 308].includes(answer.statusCode ?? 0);
    if (!isRedirect || location === undefined || followed === mostRedirects) return answer;
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    answer.destroy();
    if (next?.hostname !== url.hostname || !/^https?:$/.test(next.protocol)) {
      const where = safeLine(location, 200);
      throw new AgentFailure(`${shown(request)} redirects to ${where}, but Viva does not follow it to another host`);
    }
    url = next;
  }
}

function send({ url, headers, body, signal }: PostRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // The agent's own server is reached in a replay too, and is not a model. One connection per request, because a kept one may just be closing.
  const request = unguarded(() =>
    (url.protocol === "https:" ? requestOverHttps : requestOverHttp)(url, {
      method: "POST",
      // Without the second, a server may pack its answer as it likes.
      headers: { "content-length": Buffer.byteLength(body), "accept-encoding": "identity", ...headers },
      signal,
      agent: false,
    }),
  );
  let connected = false;
  request.on("socket", (socket) =>
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
      connected = true;
    }),
  );
  request.on("error", (error: NodeJS.ErrnoException) => {
    if (signal.aborted) reject(error);
    else if (connected) reject(new BrokenConnection(`closed the connection without an answer: ${messageOf(error)}`));
    else reject(new NotReached(error.code ?? messageOf(error)));
  });
  request.on("response", resolve);
  request.end(body);
  return promise;
}

/** The address without the parts that may be secret. */
export function shown({ url }: Pick<PostRequest, "url">): string {
  return `POST ${url.origin}${url.pathname}`;
}

function outage(request: PostRequest, what: string, tries: number): InfrastructureError {
  const message = `${shown(request)} ${what} (${tries === 1 ? "1 try" : `${tries} tries`})`;
  return new InfrastructureError({ message, remedy: "Check that the agent's server is running, or try later." });
}

async function quoted(answer: IncomingMessage): Promise<string> {
  const body = await textOf(unpacked(answer)).catch(() => "");
  return body.trim() === "" ? "" : `: ${safeLine(body, 200)}`;
}
