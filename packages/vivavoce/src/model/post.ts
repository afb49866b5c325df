import { type IncomingMessage, type RequestOptions, request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";
import { urlToHttpOptions } from "node:url";

interface Posting {
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
    const sending = send({ ...optionsOf(url), method: "POST", headers }, (response) => {
      answered = true;
      textOf(response).then(
        (text) => {
          signal.removeEventListener("abort", stop);
          resolve({ status: response.statusCode ?? 0, header: headerOf(response), text });
        },
        (error: unknown) => fail(error),
      );
    });
    // Node's own `signal` option watches the stream for its end, at the price of a tenth of the whole request.
    const stop = () => sending.destroy(signal.reason instanceof Error ? signal.reason : new Error("cancelled"));
    const fail = (error: unknown) => {
      signal.removeEventListener("abort", stop);
      reject(error);
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    sending.on("error", (error: NodeJS.ErrnoException) => {
      const stale = sending.reusedSocket && !answered && (error.code === "ECONNRESET" || error.code === "EPIPE");
      fail(stale ? new StaleConnection(error.message, { cause: error }) : error);
    });
    // As bytes, because Node joins a text with the headers and encodes both once more.
    sending.end(Buffer.from(body));
  });

const addresses = new WeakMap<URL, RequestOptions>();

/** A client asks one address again and again, and Node takes a URL apart each time. */
function optionsOf(url: URL): RequestOptions {
  const known = addresses.get(url);
  if (known) return known;
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(url);
  const options = { protocol, hostname, port, path, ...(auth ? { auth } : {}) };
  addresses.set(url, options);
  return options;
}

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
