import { expect, test } from "vitest";
import { cacheWish } from "./cache-wish.ts";

test.each([
  ["by default", {}, false, "", undefined, undefined],
  ["with --cache", { cache: true }, false, "", "asked", undefined],
  ["with --cache in CI", { cache: true }, false, "true", "asked", undefined],
  ["with --watch", { watch: true }, false, "", "asked", undefined],
  ["with --watch --no-cache", { watch: true, cache: false }, true, "", undefined, undefined],
  ["with --watch --live", { watch: true, live: true }, false, "", undefined, undefined],
  ["by the config", {}, true, "", "configured", undefined],
  ["by the config, with --no-cache", { cache: false }, true, "", undefined, undefined],
  ["by the config in CI", {}, true, "true", undefined, "in CI"],
  ["by the config, with --live", { live: true }, true, "", undefined, "with --live"],
  ["by the config, with --record", { record: "missing" as const }, true, "", undefined, "with --record"],
  ["by the config, with --all", { all: true }, true, "", undefined, "with --all"],
])("answers of earlier runs are used %s as asked for", (_, flags, configured, CI, cache, ignored) => {
  expect(cacheWish(flags, configured, { CI })).toEqual({ cache, ...(ignored === undefined ? {} : { ignored }) });
});

test.each(["live", "record", "all"] as const)("--cache and --%s exclude each other", (flag) => {
  expect(() => cacheWish({ cache: true, [flag]: true }, false, {})).toThrow(
    `--cache uses answers of earlier runs, and --${flag}`,
  );
});
