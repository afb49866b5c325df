import type { MarkdownWorld } from "vivavoce/world";
import { normalizePath } from "./normalize-path.ts";
import type { Vault } from "./vault.ts";

/** The vault by paths, below the level of files and folders. */
export class DataAdapter {
  readonly #notes: MarkdownWorld;
  readonly #vault: Vault;

  constructor(notes: MarkdownWorld, vault: Vault) {
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
