// Writes the tables of docs/reference/page-api.md from the views and actions: `npm run -s build && node scripts/page-api.ts`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { actions, views } from "../packages/vivavoce/dist/report/index.js";
import { root } from "./run-viva.ts";

/** Views or actions, as the page describes them. */
type Described = Readonly<Record<string, { about: string; query?: z.ZodType; body?: z.ZodType }>>;

export const pageApiFile = join(root, "docs/reference/page-api.md");

/** The page with its tables as they should be: each stands between two comments that name it. */
export function withTables(page: string): string {
  return Object.entries({ views, actions } as Record<string, Described>).reduce((text, [name, described]) => {
    const between = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
    if (!between.test(text)) throw new Error(`page-api.md has no place for ${name}`);
    return text.replace(between, (_, start: string, end: string) => `${start}\n${tableOf(described)}\n\n${end}`);
  }, page);
}

function tableOf(described: Described): string {
  const rows = Object.entries(described).map(
    ([name, { about, query, body }]) => `| \`/api/${name}\` | ${fieldsOf(query ?? body)} | ${about} |`,
  );
  return ["| address | fields | answer |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The names of an object's fields; those that may be left out are marked. */
function fieldsOf(schema: z.ZodType | undefined): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema ?? z.object({}), {
    io: "input",
    unrepresentable: "any",
  });
  const names = Object.keys(properties).map((name) => `\`${name}\`${required.includes(name) ? "" : " (optional)"}`);
  return names.join(", ") || "–";
}

if (import.meta.main) writeFileSync(pageApiFile, withTables(readFileSync(pageApiFile, "utf8")));
