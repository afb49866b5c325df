import { Child, type Program } from "./child.ts";
import type { CommandConnection, Hearing } from "./connection.ts";
import { readMessage } from "./protocol.ts";

/** A process for one conversation, which ends with it. */
export function ownProcess(program: Program, hearing: Hearing): CommandConnection {
  const child = new Child(program, {
    onLine: (line) => hearing.hear(line, readMessage(line)),
    onFault: (fault) => hearing.cannotRead(fault),
    onStderr: (piece) => hearing.stderr(piece),
    onEnd: (end) => hearing.ended(end),
  });
  return {
    send: (message) => child.send(message),
    mute: () => child.mute(),
    close: () => child.stop(),
    abandon: () => child.kill(),
  };
}
