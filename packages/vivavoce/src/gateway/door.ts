import type { IncomingMessage } from "node:http";

/**
 * Why a request is not answered; undefined if it is. Programs ask here, never pages: a page of any site can make a browser
 * send requests to this machine, and under a name of its own that leads here it could even read the answers. What they
 * send needs no type of its own, because it needs a token.
 */
export function strangerAtDoor({ headers, socket }: IncomingMessage): string | undefined {
  const port = socket.localPort === 80 ? "" : `:${socket.localPort}`;
  const host = headers.host?.toLowerCase();
  if (host !== `127.0.0.1${port}` && host !== `localhost${port}`) return "this server has another name";
  const site = headers["sec-fetch-site"] ?? "none";
  if (headers.origin !== undefined || site !== "none") return "a page in a browser asked, and only programs may";
  return undefined;
}
