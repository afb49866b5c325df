import dgram from "node:dgram";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server on this machine that counts connections. */
export interface Victim {
  port: number;
  arrived(): number;
}

export async function tcpVictim(answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"): Promise<Victim> {
  let arrived = 0;
  const server = net.createServer((socket) => {
    arrived += 1;
    socket.on("error", () => {});
    socket.on("data", () => void socket.write(answer));
  });
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, arrived: () => arrived };
}

export async function udpVictim(): Promise<Victim> {
  let arrived = 0;
  const socket = dgram.createSocket("udp4", () => {
    arrived += 1;
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return { port: socket.address().port, arrived: () => arrived };
}
