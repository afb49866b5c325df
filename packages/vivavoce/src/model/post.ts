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

/**
 * Over Node's own http and its shared connections: a third of the processor time that fetch takes, and no hidden limit
 * of five minutes for an answer.
 */
export const post: Post = (url, { headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestOverHttps : requestOverHttp;
    const sending = send(url, { method: "POST", headers, signal }, (response) => {
      textOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, header: headerOf(response), text }),
        reject,
      );
    });
    sending.on("error", reject);
    sending.end(body);
  });

/** The body is always read: a connection with an unread body cannot be used again. */
function textOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (part: string) => {
      text += part;
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
