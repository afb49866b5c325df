import type { RunOptions } from "../run/index.ts";
import { refuse } from "./command.ts";

/** The flags that decide whether answers of earlier runs are used. */
interface CacheFlags {
  cache?: boolean;
  watch?: boolean;
  live?: boolean;
  record?: true | "missing";
  all?: boolean;
}

interface CacheWish {
  cache: RunOptions["cache"];
  /** Where the config's `cache: true` does not count: "with --live", "in CI". */
  ignored?: string | undefined;
}

/** Whether answers of earlier runs are used. A pass must rest on answers of today unless somebody asks for others. */
export function cacheWish(
  flags: CacheFlags,
  configured: boolean | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): CacheWish {
  const fresh = (["live", "record", "all"] as const).find((flag) => flags[flag]);
  const message = `--cache uses answers of earlier runs, and --${fresh} asks for new ones`;
  refuse(flags.cache && fresh, message, "Give one of the two.");
  if (flags.cache === false) return { cache: undefined };
  if (fresh) return { cache: undefined, ignored: configured ? `with --${fresh}` : undefined };
  if (flags.cache || flags.watch) return { cache: "asked" };
  if (!configured) return { cache: undefined };
  return isCi(environment) ? { cache: undefined, ignored: "in CI" } : { cache: "configured" };
}

/** Build servers set CI=true. */
export function isCi({ CI = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return !["", "0", "false"].includes(CI.toLowerCase());
}
