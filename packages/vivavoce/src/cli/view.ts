import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { hasCode, InputError, messageOf, showProblem, VivaError } from "../base/index.ts";
import type { Store } from "../store/index.ts";
import { commandOf, type FlagsOf, flagRows, wholeNumber } from "./command.ts";
import { interrupted } from "./interruption.ts";
import { cleanText, invocation, printError } from "./print.ts";
import { noSuchCase } from "./show.ts";
import { writeReport } from "./streams.ts";
import { type Desk, withStoreToRead } from "./surroundings.ts";

/** The same each time, so that bookmarks stay good and the browser keeps what it remembers for the page. */
const usualPort = 4712;

const rows = flagRows({
  "--port <n>": [`the port to listen on; 0 takes a free one (default ${usualPort})`, wholeNumber(0, 65_535)],
  "--host <address>": ["let other machines look, with a token: the address to listen on", String, "127.0.0.1"],
  "--allow-run": "let the page play a case again, and nothing else",
  "--no-open": "print the address and do not open a browser",
});
type ViewFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [
    ["[run]", "open this run: its id or the beginning of it, or latest"],
    ["[case-or-run]", "open this case of the run, or compare the run with this later one"],
  ],
  flags: rows,
  act: (flags, run: string | undefined, second: string | undefined) =>
    withStoreToRead(async (desk) => {
      const { store } = desk;
      const hash = await hashOf(desk, run, second);
      const { address, close } = await serve(store, { ...flags, storePlace: desk.storePlace });
      const follow = followStore(desk, { flags, address, close });
      const interruption = interrupted();
      const page = `${address}${hash}`;
      // In one piece, however narrow the terminal: it is there to be clicked or copied.
      writeReport(`${page}\n`);
      if ((await store.runs.list(1)).length === 0)
        printError(`There are no runs yet: ${desk.invocation} run plays the suites, and the page shows them.`);
      printError("Ctrl-C ends it.");
      if (flags.open) openBrowser(page);
      await interruption;
      await follow.end();
      return 0;
    }),
});

/** The page's address of what is to be seen first. */
async function hashOf(desk: Desk, run: string | undefined, second: string | undefined): Promise<string> {
  const { store } = desk;
  if (run === undefined) return "";
  const found = await store.runs.find(run);
  const { id, suites } = found;
  if (second === undefined) return `#/run/${id}`;
  for (const { position } of suites) {
    for await (const { caseId } of store.trials.read(id, position, { caseId: second }))
      return `#/case/${id}/${position}/${encodeURIComponent(caseId)}`;
  }
  const other = await store.runs.find(second).catch(() => undefined);
  if (other) return `#/compare/${id}/${other.id}`;
  throw await noSuchCase(desk, found, second, ", and there is no such run either");
}

type ServeFlags = Pick<ViewFlags, "host" | "port" | "allowRun"> & Pick<Desk, "storePlace">;
type Served = Awaited<ReturnType<typeof serve>>;

/** Where there was no store, the page shows the one that the first run makes: the server begins again at its address. */
function followStore({ store: shown, storePlace, openStore }: Desk, first: Served & { flags: ViewFlags }) {
  const { address, flags } = first;
  const { port, searchParams } = new URL(address);
  const token = searchParams.get("token") ?? undefined;
  let made: Promise<() => Promise<void>> | undefined;
  const begin = async () => {
    const store = await openStore();
    await first.close();
    const { close } = await serve(store, { ...flags, storePlace, port: Number(port) || 80 }, token);
    return () => close().then(() => store.close());
  };
  const look = () => {
    if (!made && existsSync(storePlace)) made = begin();
  };
  const timer = shown.file === undefined || shown.file === storePlace ? undefined : setInterval(look, 500);
  return {
    async end() {
      clearInterval(timer);
      await (made ? (await made)() : first.close());
    },
  };
}

async function serve(store: Store, { host, port, allowRun, storePlace }: ServeFlags, token?: string) {
  const { listen } = await import("../server/index.ts");
  const onFailure = (error: unknown) => {
    const words = VivaError.isInstance(error) ? showProblem(error) : messageOf(error);
    printError(`viva: ${cleanText(words)}`);
  };
  const context = {
    store,
    invocation: invocation(),
    play: allowRun ? (args: readonly string[]) => play(args, storePlace) : undefined,
  };
  const at = (port: number) => listen(context, { host, port, token, onFailure });
  try {
    return await at(port ?? usualPort);
  } catch (cause) {
    // Perhaps another project's page is open there.
    if (port === undefined && hasCode(cause, "EADDRINUSE")) return at(0);
    const place = `cannot listen on ${host}, port ${port ?? usualPort}`;
    const remedy = hasCode(cause, "EADDRINUSE")
      ? "Stop the program that listens there, or choose another port with --port; 0 takes a free one."
      : "--host takes an address of this machine, such as 0.0.0.0 for all of them.";
    throw new InputError({ message: `${place}: ${messageOf(cause)}`, remedy }, cause);
  }
}

/** Starts this Viva again for the store that is shown, without a shell, so an argument stays one. Its errors are printed here. */
function play(args: readonly string[], storePlace: string): void {
  const env = { ...process.env, VIVA_STORE: storePlace };
  const child = spawn(process.execPath, [process.argv[1] ?? "", ...args], { stdio: ["ignore", "ignore", 2], env });
  child.on("error", (error) => printError(`viva: ${cleanText(messageOf(error))}`));
}

/** Where a command is called. */
interface Caller {
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  isTerminal: boolean;
}

/** The command that opens an address in the user's browser; undefined if nobody would see it. */
export function browserCommand({ environment, platform, isTerminal }: Caller): [string, ...string[]] | undefined {
  const { CI, SSH_CONNECTION, SSH_TTY, DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = environment;
  if (!isTerminal || CI || SSH_CONNECTION || SSH_TTY) return undefined;
  if (platform === "darwin") return ["open"];
  // Not `start`, which belongs to the shell: an address must not be read by one.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  if (DISPLAY || WAYLAND_DISPLAY) return ["xdg-open"];
  return WSL_DISTRO_NAME ? ["wslview"] : undefined;
}

/** Opens an address in the browser. If that does not work, the printed address is enough. */
function openBrowser(address: string): void {
  const { env: environment, platform, stdout } = process;
  const [command, ...args] = browserCommand({ environment, platform, isTerminal: stdout.isTTY === true }) ?? [];
  if (command === undefined) return;
  const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
