import type { MarkdownWorld } from "vivavoce/world";
import type { TAbstractFile, TFile, TFolder } from "./files.ts";
import { normalizePath } from "./normalize-path.ts";

/** What stands at a path. */
export interface Places {
  getAbstractFileByPath(path: string): TAbstractFile | null;
  getFileByPath(path: string): TFile | null;
  getFolderByPath(path: string): TFolder | null;
  createFolder(path: string): Promise<TFolder>;
}

/** The vault by paths, below the level of files and folders. */
export class DataAdapter {
  readonly #notes: MarkdownWorld;
  readonly #vault: Places;

  constructor(notes: MarkdownWorld, vault: Places) {
    this.#notes = notes;
    this.#vault = vault;
  }

  async exists(path: string): Promise<boolean> {
    return this.#vault.getAbstractFileByPath(normalizePath(path)) !== null;
  }

  async read(path: string): Promise<string> {
    return this.#notes.read(normalizePath(path));
  }

  async write(path: string, data: string): Promise<void> {
    this.#notes.write(normalizePath(path), data);
  }

  async remove(path: string): Promise<void> {
    this.#notes.remove(normalizePath(path));
  }

  async mkdir(path: string): Promise<void> {
    if (!(await this.exists(path))) await this.#vault.createFolder(path);
  }

  async list(path: string): Promise<{ files: string[]; folders: string[] }> {
    const folder = this.#vault.getFolderByPath(normalizePath(path));
    const paths = folder?.children.map((child) => child.path) ?? [];
    const isFile = (child: string) => this.#vault.getFileByPath(child) !== null;
    return { files: paths.filter(isFile), folders: paths.filter((child) => !isFile(child)) };
  }
}
