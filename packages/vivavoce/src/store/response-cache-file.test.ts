import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ResponseCache, responseCacheFile } from "./response-cache-file.ts";

const fresh = () => responseCacheFile(mkdtempSync(join(tmpdir(), "viva-cache-")));

function open(file: string, options: ConstructorParameters<typeof ResponseCache>[1] = {}) {
  const warnings: string[] = [];
  const cache = new ResponseCache(file, { warn: (problem) => void warnings.push(problem), ...options });
  return { cache, warnings, [Symbol.dispose]: () => cache.close() };
}

describe("the cache of answers", () => {
  test("keeps what was put into it, for this process at once and for later ones", () => {
    const file = fresh();
    {
      using first = open(file);
      expect(first.cache.hasAnswers).toBe(false);
      first.cache.put("a", "one");
      expect([first.cache.get("a"), first.cache.hasAnswers]).toEqual(["one", true]);
    }
    using later = open(file);
    expect([later.cache.get("a"), later.cache.get("b"), later.cache.hasAnswers]).toEqual(["one", undefined, true]);
    expect(later.warnings).toEqual([]);
  });

  test("several processes share it", () => {
    const file = fresh();
    let now = 1_000;
    using one = open(file, { now: () => now });
    expect(one.cache.get("b")).toBeUndefined();
    {
      using other = open(file, { now: () => now });
      one.cache.put("a", "one");
      other.cache.put("b", "two");
    }
    now += 100;
    expect([one.cache.get("b"), one.cache.get("a"), one.cache.get("c")]).toEqual(["two", "one", undefined]);
  });

  test("does not give answers that are too old, and forgets them", () => {
    const file = fresh();
    let now = 1_000;
    const options = { now: () => now, maxAgeMs: 500 };
    {
      using first = open(file, options);
      first.cache.put("a", "one");
    }
    now = 1_499;
    {
      using later = open(file, options);
      expect(later.cache.get("a")).toBe("one");
      now = 1_500;
      expect(later.cache.get("a")).toBeUndefined();
    }
    using last = open(file, options);
    expect(last.cache.hasAnswers).toBe(false);
  });

  test("does not outgrow its limit: the oldest go first", () => {
    const file = fresh();
    let now = 0;
    const maxBytes = 200_000;
    for (let round = 0; round < 10; round += 1) {
      using part = open(file, { now: () => now, maxBytes, maxAgeMs: Number.POSITIVE_INFINITY });
      for (let one = 0; one < 10; one += 1) {
        now += 1;
        part.cache.put(`${now}`, "x".repeat(10_000));
      }
    }
    using whole = open(file, { now: () => now, maxBytes, maxAgeMs: Number.POSITIVE_INFINITY });
    const kept = Array.from({ length: 100 }, (_, index) => `${index + 1}`).filter((key) => whole.cache.get(key));
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.at(-1)).toBe("100");
    expect(kept).toEqual(Array.from(kept, (_, index) => `${101 - kept.length + index}`));
    expect(statSync(file).size).toBeLessThan(2 * maxBytes);
  });
});

describe("a cache that cannot be used", () => {
  test("because it is damaged is set aside with a warning, and a new one begun", () => {
    const file = fresh();
    open(file).cache.close();
    writeFileSync(file, "this was a database once ".repeat(100));
    using damaged = open(file);
    expect(damaged.warnings).toHaveLength(1);
    expect(damaged.warnings[0]).toContain(`moved to ${file}.damaged`);
    expect(readFileSync(`${file}.damaged`, "utf8")).toContain("a database once");
    damaged.cache.put("a", "one");
    damaged.cache.close();
    using again = open(file);
    expect([again.cache.get("a"), again.warnings]).toEqual(["one", []]);
  });

  test("because there is no place for it is left out, with one warning", () => {
    const folder = mkdtempSync(join(tmpdir(), "viva-cache-"));
    writeFileSync(join(folder, ".viva"), "a file in the way");
    using none = open(responseCacheFile(folder));
    none.cache.put("a", "one");
    expect([none.cache.get("a"), none.cache.hasAnswers, none.warnings.length]).toEqual([undefined, false, 1]);
    expect(existsSync(join(folder, ".viva", "cache.sqlite"))).toBe(false);
  });
});
