// Written as a tool of a plugin would be: it knows nothing of Viva and takes its classes from "obsidian".
import { type App, normalizePath, TFile } from "obsidian";

/** Archives a project that has no open boxes left and notes it in the log of the year. */
export async function finishProject(app: App, { path, year }: { path: string; year: number }): Promise<string> {
  const file = app.vault.getAbstractFileByPath(normalizePath(path));
  if (!(file instanceof TFile)) throw new Error(`${path} is not a note`);
  const { frontmatter, listItems = [] } = app.metadataCache.getFileCache(file) ?? {};
  if (frontmatter?.status === "archived") return `${file.basename} is archived already`;
  const open = listItems.filter(({ task }) => task === " ").length;
  if (open > 0) return `${file.basename} has ${open} open action(s)`;

  await app.fileManager.processFrontMatter(file, (fields) => {
    fields.status = "archived";
    fields.finished = year;
  });
  const log = await logOf(app, year);
  await app.vault.append(log, `- [[${file.basename}]]\n`);
  return `${file.basename} is archived`;
}

async function logOf(app: App, year: number): Promise<TFile> {
  const path = normalizePath(`Log/${year}.md`);
  if (!(await app.vault.adapter.exists("Log"))) await app.vault.createFolder("Log");
  return app.vault.getFileByPath(path) ?? (await app.vault.create(path, `# Finished in ${year}\n\n`));
}
