import { type IncomingMessage, request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";

export interface Posting {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

export interface Posted {
  status: number;
  header(name: string): string | undefined;
  text: string;
}

/** Sends a body to an address and gives the whole answer, whatever its status. Redirects are not followed. */
export type Post = (url: URL, posting: Posting) => Promise<Posted>;

/** No model's answer is this long. A server that sends more is not sending an answer. */
export const mostCharacters = 50_000_000;

/** The answer is longer than any real one. */
export class EndlessAnswer extends Error {}

/** Over Node's own http and its shared connections (docs/decisions/0008). */
export const post: Post = async (url, posting) => {
  try {
    return await attempt(url, posting);
  } catch (error) {
    if (!(error instanceof StaleConnection) || posting.signal.aborted) throw error;
    return attempt(url, posting);
  }
};

/** The server had closed a kept connection. It never saw the request, so sending it again is not a retry. */
class StaleConnection extends Error {}

const attempt: Post = (url, { headers, body, signal }) =>
  new Promise((resolve, reject) => {
    let answered = false;
    const send = url.protocol === "https:" ? requestOverHttps : requestOverHttp;
    const sending = send(url, { method: "POST", headers, signal }, (response) => {
      answered = true;
      textOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, header: headerOf(response), text }),
        reject,
      );
    });
    sending.on("error", (error: NodeJS.ErrnoException) => {
      const stale = sending.reusedSocket && !answered && (error.code === "ECONNRESET" || error.code === "EPIPE");
      reject(stale ? new StaleConnection(error.message, { cause: error }) : error);
    });
    sending.end(body);
  });

/** The body is always read, because a connection with an unread body cannot be reused. */
function textOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (part: string) => {
      if (text.length + part.length > mostCharacters) response.destroy(new EndlessAnswer());
      else text += part;
    });
    response.on("end", () => resolve(text));
    response.on("error", reject);
  });
}

function headerOf({ headers }: IncomingMessage) {
  return (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
}
