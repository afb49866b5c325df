import net from "node:net";
import { unguarded } from "./guard.ts";

/** Whether somebody takes connections there. */
export function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  return unguarded(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const socket = net.connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80) });
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    return promise.finally(() => socket.destroy());
  });
}
