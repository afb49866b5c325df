import { expect, test } from "vitest";
import { browserCommand } from "./view.ts";

const desk = { environment: {}, platform: "linux", isTerminal: true } as const;
const display = { DISPLAY: ":0" };

test.each([
  ["a screen", { environment: display }, "xdg-open"],
  ["Wayland", { environment: { WAYLAND_DISPLAY: "wayland-0" } }, "xdg-open"],
  ["Windows' Linux", { environment: { WSL_DISTRO_NAME: "Debian" } }, "wslview"],
  ["a Mac", { platform: "darwin" }, "open"],
  ["Windows", { platform: "win32" }, "rundll32"],
  ["no screen", {}, undefined],
  ["a pipe", { environment: display, isTerminal: false }, undefined],
  ["CI", { environment: { ...display, CI: "true" } }, undefined],
  ["another machine's screen", { environment: { ...display, SSH_CONNECTION: "1 2 3 4" } }, undefined],
  ["a Mac, from elsewhere", { platform: "darwin", environment: { SSH_TTY: "/dev/pts/0" } }, undefined],
] as const)("%s", (_, given, command) => {
  expect(browserCommand({ ...desk, ...given })?.[0]).toBe(command);
});
