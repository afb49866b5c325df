import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { defineConfig } from "vitepress";

const site = join(import.meta.dirname, "..");
/** A copy, as pages see only the packages of a folder that they are in. */
const docs = join(site, "pages");
/** Where the source can be browsed. Without it, links to source files are shown as their paths. */
const repository = process.env.VIVA_REPOSITORY_URL;

/** A page's first heading is its name in the menu. */
function titleOf(file: string): string {
  return /^# (.+)$/m.exec(readFileSync(file, "utf8"))?.[1]?.replaceAll("`", "") ?? basename(file, ".md");
}

function pagesIn(folder: string): { text: string; link: string }[] {
  const path = join(docs, folder);
  const files = existsSync(path)
    ? readdirSync(path).filter((name) => name.endsWith(".md") && name !== "README.md")
    : [];
  return files.sort().map((name) => ({ text: titleOf(join(path, name)), link: `/${folder}/${basename(name, ".md")}` }));
}

/** The order in which a new user reads; what is not named here follows by name. */
const readingOrder = [
  "why",
  "first-suite",
  "cookbook",
  "glossary",
  "troubleshooting",
  "cases",
  "agents",
  "metrics",
  "judged-metrics",
  "review",
  "judge-cards",
  "judge-audit",
  "recordings",
  "comparing",
  "page",
  "reports",
  "store",
  "test-runners",
  "python",
  "ci",
  "import",
  "given-transcripts",
];

/** As GitHub makes them, so that a link to a heading works in both places. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

function guide() {
  const place = ({ link }: { link: string }) => {
    const at = readingOrder.indexOf(basename(link));
    return at === -1 ? readingOrder.length : at;
  };
  return pagesIn("guide").sort((a, b) => place(a) - place(b));
}

export default defineConfig({
  title: "Viva",
  description: "Oral exams for conversational, tool-using AI agents",
  srcDir: "pages",
  outDir: "dist",
  cacheDir: ".vitepress/cache",
  cleanUrls: true,
  rewrites: { "decisions/README.md": "decisions/index.md" },
  markdown: {
    anchor: { slugify: anchorOf },
    config(markdown) {
      // What is not a page stays in the repository; scripts/docs.test.ts checks that the file is there.
      const sourceOf = (href: string, page: string) => {
        if (/^[a-z]+:|^#/.test(href)) return undefined;
        const path = relative(docs, resolve(dirname(page), href.split("#")[0] ?? ""));
        if (path.startsWith("..")) return path.slice("../".length);
        return /(?:^|\/)[^.]*$|\.(?:md|svg|png)$/.test(path) ? undefined : `docs/${path}`;
      };
      markdown.core.ruler.push("source-links", ({ tokens, env }) => {
        for (const { children } of tokens) {
          for (const [index, token] of (children ?? []).entries()) {
            const href = token.type === "link_open" ? token.attrGet("href") : null;
            const path = href === null ? undefined : sourceOf(href, env.path);
            if (path === undefined) continue;
            if (repository) token.attrSet("href", `${repository}/blob/main/${path}`);
            else {
              const close = children?.slice(index).find(({ type }) => type === "link_close");
              for (const one of [token, close])
                if (one) Object.assign(one, { type: "text", tag: "", nesting: 0, content: "" });
              if (close) close.content = ` (${path})`;
            }
          }
        }
      });
    },
  },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Guide", link: "/guide/first-suite" },
      { text: "Reference", link: "/reference/cli" },
      { text: "Decisions", link: "/decisions/" },
    ],
    sidebar: [
      { text: "Guide", items: guide() },
      { text: "Coming from", items: pagesIn("migrate") },
      { text: "Reference", items: [...pagesIn("reference"), ...pagesIn("reference/api")] },
      {
        text: "How it is built",
        items: [
          { text: "Architecture", link: "/architecture" },
          { text: "Promises", link: "/promises" },
          { text: "How strong the tests are", link: "/mutation" },
          { text: "Performance", link: "/performance" },
          { text: "Past one machine", link: "/scale" },
          { text: "Decisions", link: "/decisions/" },
          { text: "Upgrading", link: "/upgrading" },
        ],
      },
    ],
  },
});
