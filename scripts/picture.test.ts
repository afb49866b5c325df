import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makePicture, pictureFile } from "./picture.ts";
import { stable } from "./run-viva.ts";

test("the picture in the README is what the command prints now; `npm run picture` makes it anew", () => {
  expect(readFileSync(pictureFile, "utf8")).toBe(makePicture());
});

test("run ids and durations are the same in every picture, all else stays", () => {
  expect(stable("next: npx viva show 00c0ffee some-case")).toBe("next: npx viva show 7f3a51c2 some-case");
  expect(stable("  █ 3/3   128 ms   6 calls replayed")).toBe("  █ 3/3   0.3 s   6 calls replayed");
  expect(stable("  █ 3/3   1 min 4 s   6 calls replayed")).toBe("  █ 3/3   0.3 s   6 calls replayed");
  expect(stable("latency p50 20 ms, deadbeef")).toBe("latency p50 20 ms, deadbeef");
});
