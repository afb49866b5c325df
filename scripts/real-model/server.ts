// Starts llama.cpp's server with the small model, and waits until it listens.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

export async function startServer(python: string): Promise<{ child: ChildProcess; address: URL }> {
  const port = await freePort();
  const words = [join(import.meta.dirname, "server.py"), String(port)];
  const child = spawn(python, words, { stdio: ["pipe", "pipe", "ignore"] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("http://")) return { child, address: new URL(line) };
  }
  throw new Error(`the server ended with ${child.exitCode} before it listened`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
