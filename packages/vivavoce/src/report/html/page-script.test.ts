import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { pageScript } from "./page-script.ts";

const folder = join(import.meta.dirname, "page");
const sources = readdirSync(folder).filter((name) => !name.includes(".test") && name !== "dom.ts");

describe("the page's script", () => {
  const script = pageScript();

  test("is one text that can be read as a whole, in which no name stands twice", () => {
    // In a block of strict code two functions of one name are an error, as they are in a module.
    expect(() => new Script(`"use strict"; { ${script} }`)).not.toThrow();
    expect(script).not.toMatch(/^(?:import|export)\b/m);
  });

  test("holds every module of the folder", () => {
    for (const name of sources) {
      const [, first = ""] = /^(?:export )?function (\w+)/m.exec(readFileSync(join(folder, name), "utf8")) ?? [];
      expect(script).toMatch(first === "" ? /^startPage\(document\);$/m : new RegExp(`^function ${first}\\b`, "m"));
    }
  });

  test("can stand in a page", () => {
    expect(script).not.toMatch(/<\/script|<!--/i);
  });

  test.each(sources)("%s neither reads markup nor runs text nor asks for anything", (name) => {
    const source = readFileSync(join(folder, name), "utf8");
    expect(source).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|setTimeout|srcdoc/,
    );
    expect(source).not.toMatch(
      /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|import\(|new Image|localStorage|postMessage/,
    );
  });
});
