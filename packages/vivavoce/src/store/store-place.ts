import { isAbsolute, join, resolve } from "node:path";
import { InputError } from "../base/index.ts";

/** The file that keeps runs unless another place is named: beside the nearest config, whatever the working directory. */
export function storeFile(projectRoot: string): string {
  return join(projectRoot, ".viva", "store.sqlite");
}

/** Where a project's results are kept, by whoever says so first. */
interface StoreWishes {
  /** `--store`, or else the variable VIVA_STORE: a file's path is relative to `cwd`. */
  asked: string | undefined;
  cwd: string;
  /** The config's `store`: a file's path is relative to the project. */
  configured: string | undefined;
  root: string;
}

/** The place of a project's store: a file's whole path, or the URL of a PostgreSQL database. */
export function storePlace({ asked, cwd, configured, root }: StoreWishes): string {
  if (asked) return placeFrom(asked, cwd);
  return configured ? placeFrom(configured, root) : storeFile(root);
}

function placeFrom(text: string, folder: string): string {
  if (isPostgres(text)) return text;
  // A path of one letter and a colon is a drive of Windows.
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1];
  if (scheme !== undefined)
    throw new InputError({
      message: `a store cannot be at an address of the kind ${scheme}://`,
      remedy: "Name a file, or a PostgreSQL database: postgres://USER@HOST:5432/DATABASE",
    });
  return isAbsolute(text) ? text : resolve(folder, text);
}

/** Whether the place is a PostgreSQL database. */
export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/** The place as people may see it: of a database only host, port and name. */
export function shownPlace(place: string): string {
  if (!isPostgres(place)) return place;
  const { host, port, database } = databaseAt(place);
  return `postgres://${host.includes(":") ? `[${host}]` : host}:${port}/${database}`;
}

/** The parts of a database's URL that are not secret. */
export function databaseAt(url: string): { host: string; port: string; database: string } {
  try {
    const { hostname, port, pathname, searchParams, username } = new URL(url.replace(/^[^:]+/, "postgres"));
    return {
      host: (hostname || searchParams.get("host") || process.env.PGHOST || "localhost").replace(/^\[|\]$/g, ""),
      port: port || searchParams.get("port") || process.env.PGPORT || "5432",
      database: decodeURIComponent(pathname.slice(1) || process.env.PGDATABASE || username),
    };
  } catch {
    // The parser's own message holds the URL, and with it the password.
    throw new InputError({
      message: "the store's address is not a URL",
      remedy:
        "Write postgres://USER@HOST:5432/DATABASE. Characters such as @, / and # within a user or a password are written " +
        "as %40, %2F and %23.",
    });
  }
}
