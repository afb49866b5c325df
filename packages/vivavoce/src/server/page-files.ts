import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { packageFolder } from "../base/index.ts";

/** One file of the built page. */
export interface PageFile {
  body: Buffer;
  type: string;
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The folder that the page is built into. */
const pageFolder = join(packageFolder, "dist", "page");

/** The files by their address. They are listed once: no address is ever taken for a path. */
export function pageFiles(folder: string = pageFolder): Map<string, PageFile> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => types[extname(name)]);
  return new Map(
    names.map((name) => {
      const address = name === "index.html" ? "/" : `/${name.replaceAll("\\", "/")}`;
      return [address, { body: readFileSync(join(folder, name)), type: types[extname(name)] ?? "" }];
    }),
  );
}
