import { spawn } from "node:child_process";
import { unguarded } from "../../network/index.ts";

/**
 * Sees to it that a process group does not outlive Viva, even where Viva is killed and can do nothing itself. A shell
 * waits at a pipe that nobody writes to: it ends when Viva does, and then the shell ends the group. Returns what lets go.
 */
export function leash(group: number): () => void {
  const script = 'read -r _; kill -9 "-$1" 2>/dev/null';
  const start = () =>
    spawn("/bin/sh", ["-c", script, "viva-leash", String(group)], {
      stdio: ["pipe", "ignore", "ignore"],
      // Ctrl-C in a terminal is not for it.
      detached: true,
      env: {},
    });
  const shell = unguarded(start);
  // Without a shell on this machine, the group still ends by all other means.
  shell.on("error", () => {});
  shell.unref();
  shell.stdin.on("error", () => {});
  (shell.stdin as unknown as { unref?(): void }).unref?.();
  return () => {
    shell.kill("SIGKILL");
  };
}
