import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { ViewContext } from "../report/index.ts";
import { pageApp } from "./app.ts";

/** The page's server while it listens. */
export interface Listening {
  /** What to open in a browser. */
  address: string;
  close(): Promise<void>;
}

/** Serves the page on this machine. Port 0 takes a free one. */
export function listen(context: ViewContext, { host = "127.0.0.1", port = 0 } = {}): Promise<Listening> {
  const app = pageApp(context);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, (at: AddressInfo) => {
      const close = () => new Promise<void>((done) => server.close(() => done()));
      resolve({ address: `http://${host}:${at.port}/`, close });
    });
    server.on("error", reject);
  });
}
