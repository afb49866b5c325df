import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { findBrowser } from "../../../scripts/browser.ts";
import { closeLater } from "./page.test-helper.ts";

/** A browser for which every name of evil.example is this machine, as an attacker's name server would have it. */
export async function deceivedPage() {
  const choice = await findBrowser();
  if ("missing" in choice) throw new Error(choice.missing);
  const browser = await choice.open({ names: "MAP *.example 127.0.0.1" });
  closeLater(() => browser.close());
  return browser.newPage();
}

/** A foreign site on this machine, at another port. */
export async function foreignSite(html: string): Promise<number> {
  return serving((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(html);
  });
}

/** A server on a free port of this machine. */
export async function serving(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  closeLater(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}
