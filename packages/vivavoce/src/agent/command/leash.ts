import { spawn } from "node:child_process";
import { unguarded } from "../../network/index.ts";

/**
 * Makes sure that a process group does not outlive Viva, even if Viva is killed. A shell waits at a pipe that nobody writes
 * to; the pipe closes when Viva ends, and then the shell ends the group. Returns a function that releases the group.
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
  // Without a shell on this machine, the group still ends by the other means.
  shell.on("error", () => {});
  shell.unref();
  shell.stdin.on("error", () => {});
  (shell.stdin as unknown as { unref?(): void }).unref?.();
  return () => {
    shell.kill("SIGKILL");
  };
}
