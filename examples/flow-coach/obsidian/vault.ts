import type { MarkdownWorld } from "vivavoce/world";
import { DataAdapter } from "./data-adapter.ts";
import { type TAbstractFile, TFile, TFolder } from "./files.ts";
import { folderOf, normalizePath } from "./normalize-path.ts";

/** Obsidian's vault over the notes of a world. The notes are the truth: what other code writes there is seen here. */
export class Vault {
  readonly adapter: DataAdapter;
  readonly #notes: MarkdownWorld;
  readonly #known = new Map<string, TAbstractFile>();
  /** Folders that were made and may still be empty; the others follow from the notes. */
  readonly #madeFolders = new Set<string>();

  constructor(notes: MarkdownWorld) {
    this.#notes = notes;
    this.adapter = new DataAdapter(notes, this);
  }

  getName(): string {
    return "vault";
  }

  getRoot(): TFolder {
    return this.#folder("/");
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.getFileByPath(path) ?? this.getFolderByPath(path);
  }

  getFileByPath(path: string): TFile | null {
    return this.#notes.list().includes(path) ? this.#file(path) : null;
  }

  getFolderByPath(path: string): TFolder | null {
    return this.#folderPaths().has(path) ? this.#folder(path) : null;
  }

  getAllLoadedFiles(): TAbstractFile[] {
    return [...[...this.#folderPaths()].sort().map((path) => this.#folder(path)), ...this.getFiles()];
  }

  getFiles(): TFile[] {
    return this.#notes.list().map((path) => this.#file(path));
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter(({ extension }) => extension === "md");
  }

  async read(file: TFile): Promise<string> {
    return this.#notes.read(file.path);
  }

  async cachedRead(file: TFile): Promise<string> {
    return this.read(file);
  }

  async modify(file: TFile, data: string): Promise<void> {
    this.#notes.read(file.path);
    this.#notes.write(file.path, data);
  }

  async append(file: TFile, data: string): Promise<void> {
    await this.process(file, (text) => `${text}${data}`);
  }

  async process(file: TFile, change: (data: string) => string): Promise<string> {
    const data = change(this.#notes.read(file.path));
    this.#notes.write(file.path, data);
    return data;
  }

  async create(path: string, data: string): Promise<TFile> {
    const target = this.#free(path);
    if (!this.#folderPaths().has(folderOf(target))) throw new Error(`The folder ${folderOf(target)} does not exist.`);
    this.#notes.create(target, data);
    return this.#file(target);
  }

  async createFolder(path: string): Promise<TFolder> {
    const target = this.#free(path);
    for (let folder = target; folder !== "/"; folder = folderOf(folder)) this.#madeFolders.add(folder);
    return this.#folder(target);
  }

  async delete(file: TAbstractFile): Promise<void> {
    const isInside = (path: string) => path === file.path || path.startsWith(`${file.path}/`);
    for (const path of this.#notes.list().filter(isInside)) this.#notes.remove(path);
    for (const path of [...this.#madeFolders].filter(isInside)) this.#madeFolders.delete(path);
    for (const path of [...this.#known.keys()].filter(isInside)) this.#known.delete(path);
  }

  async rename(file: TFile, newPath: string): Promise<void> {
    const target = this.#free(newPath);
    this.#notes.rename(file.path, target);
    this.#known.delete(file.path);
    file.path = target;
    this.#known.set(target, file);
  }

  parentOf({ path }: TAbstractFile): TFolder | null {
    return path === "/" ? null : this.#folder(folderOf(path));
  }

  childrenOf(folder: TFolder): TAbstractFile[] {
    return this.getAllLoadedFiles().filter(({ path }) => path !== "/" && folderOf(path) === folder.path);
  }

  sizeOf({ path }: TFile): number {
    return new TextEncoder().encode(this.#notes.read(path)).length;
  }

  /** A path inside the vault that nothing stands at yet. */
  #free(path: string): string {
    const target = this.#notes.confine(normalizePath(path));
    if (this.getAbstractFileByPath(target)) throw new Error(`${target} already exists.`);
    return target;
  }

  #folderPaths(): Set<string> {
    const folders = new Set(["/", ...this.#madeFolders]);
    for (const path of this.#notes.list()) {
      for (let folder = folderOf(path); folder !== "/"; folder = folderOf(folder)) folders.add(folder);
    }
    return folders;
  }

  #file(path: string): TFile {
    const known = this.#known.get(path);
    if (known instanceof TFile) return known;
    const file = new TFile(this, path);
    this.#known.set(path, file);
    return file;
  }

  #folder(path: string): TFolder {
    const known = this.#known.get(path);
    if (known instanceof TFolder) return known;
    const folder = new TFolder(this, path);
    this.#known.set(path, folder);
    return folder;
  }
}
