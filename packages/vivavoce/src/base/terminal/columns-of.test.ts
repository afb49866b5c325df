import { describe, expect, test } from "vitest";
import { columnsOf } from "./cells.ts";

describe("the width", () => {
  test.each<[string, { isTTY?: boolean; columns?: number }, Record<string, string>, number | undefined]>([
    ["a terminal's own", { isTTY: true, columns: 90 }, { COLUMNS: "70" }, 90],
    ["COLUMNS where the terminal does not know it", { isTTY: true, columns: 0 }, { COLUMNS: "70" }, 70],
    ["80 where nobody knows it", { isTTY: true }, {}, 80],
    ["none on a pipe", {}, {}, undefined],
    ["COLUMNS on a pipe", {}, { COLUMNS: "60" }, 60],
    ["COLUMNS that is not a number counts as none", {}, { COLUMNS: "wide" }, undefined],
    ["a very narrow terminal counts as 40 columns", { isTTY: true, columns: 12 }, {}, 40],
  ])("%s", (_name, stream, environment, expected) => expect(columnsOf(stream, environment)).toBe(expected));
});
