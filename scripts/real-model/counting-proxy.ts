// Stands in front of a server and counts: how many calls came, and how many were under way at once.
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export async function countingProxy(target: URL) {
  const count = { calls: 0, running: 0, mostAtOnce: 0 };
  const server = createServer((incoming, response) => {
    count.calls += 1;
    count.running += 1;
    count.mostAtOnce = Math.max(count.mostAtOnce, count.running);
    const { method, url, headers } = incoming;
    const passed = request(new URL(url ?? "/", target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => {
      count.running -= 1;
      passed.destroy();
    });
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    count,
    url: `http://127.0.0.1:${port}/v1`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
