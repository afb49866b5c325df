// node site/check-links.ts: every link inside the built site leads to a page, and to a heading where it names one.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const dist = join(import.meta.dirname, "dist");
const pages = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".html") && file !== "404.html");
const texts = new Map(pages.map((page) => [page, readFileSync(join(dist, page), "utf8")]));

const broken = [...texts].flatMap(([page, text]) =>
  linksIn(text)
    .filter((link) => !leadsSomewhere(link, page))
    .map((link) => `${page}: ${link}`),
);
if (pages.length < 30) broken.push(`only ${pages.length} pages were built`);
if (broken.length > 0) {
  console.error(`${broken.length} links of the site lead nowhere:\n  ${[...new Set(broken)].join("\n  ")}`);
  process.exitCode = 1;
} else console.log(`${pages.length} pages, every link leads somewhere`);

function linksIn(text: string): string[] {
  return [...text.matchAll(/<(?:a|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g)]
    .map(([, link = ""]) => link.replaceAll("&amp;", "&"))
    .filter((link) => !/^[a-z]+:|^\/\//.test(link));
}

function leadsSomewhere(link: string, page: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target =
    path === "" ? page : posix.join(path.startsWith("/") ? "" : posix.dirname(page), path).replace(/^\//, "");
  const file = [target, `${target}.html`, posix.join(target, "index.html")].find((one) => texts.has(one));
  if (file === undefined) return target !== "" && existsSync(join(dist, target));
  return !anchor || texts.get(file)?.includes(`id="${decodeURIComponent(anchor)}"`) === true;
}
