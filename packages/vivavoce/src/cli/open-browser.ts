import { spawn } from "node:child_process";

/** Where a command is called. */
export interface Desk {
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  isTerminal: boolean;
}

/** The command that opens an address in the user's browser; undefined if nobody would see it. */
export function browserCommand({
  environment,
  platform,
  isTerminal,
}: Desk): readonly [string, ...string[]] | undefined {
  const { CI, SSH_CONNECTION, SSH_TTY, DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = environment;
  if (!isTerminal || CI || SSH_CONNECTION || SSH_TTY) return undefined;
  if (platform === "darwin") return ["open"];
  // Not `start`, which belongs to the shell: an address must not be read by one.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  if (DISPLAY || WAYLAND_DISPLAY) return ["xdg-open"];
  return WSL_DISTRO_NAME ? ["wslview"] : undefined;
}

/** Opens an address in the browser. If that does not work, the printed address is enough. */
export function openBrowser(address: string, desk: Desk): void {
  const [command, ...args] = browserCommand(desk) ?? [];
  if (command === undefined) return;
  const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
