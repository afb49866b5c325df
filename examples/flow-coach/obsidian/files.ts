/** What a file asks of the vault that it is in. */
export interface Home {
  parentOf(file: TAbstractFile): TFolder | null;
  childrenOf(folder: TFolder): TAbstractFile[];
  sizeOf(file: TFile): number;
}

/** A file or a folder. One object stands for it as long as it exists, also after it was renamed. */
export abstract class TAbstractFile {
  readonly vault: Home;
  path: string;

  constructor(vault: Home, path: string) {
    this.vault = vault;
    this.path = path;
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf("/") + 1);
  }

  get parent(): TFolder | null {
    return this.vault.parentOf(this);
  }
}

export class TFile extends TAbstractFile {
  get extension(): string {
    const dot = this.name.lastIndexOf(".");
    return dot <= 0 ? "" : this.name.slice(dot + 1);
  }

  get basename(): string {
    return this.extension === "" ? this.name : this.name.slice(0, -this.extension.length - 1);
  }

  /** A vault in memory keeps no times, so that a replay is the same as the first run. */
  get stat(): { ctime: number; mtime: number; size: number } {
    return { ctime: 0, mtime: 0, size: this.vault.sizeOf(this) };
  }
}

export class TFolder extends TAbstractFile {
  get children(): TAbstractFile[] {
    return this.vault.childrenOf(this);
  }

  isRoot(): boolean {
    return this.path === "/";
  }
}
