import type { MarkdownWorld } from "vivavoce/world";
import { FileManager } from "./file-manager.ts";
import { MetadataCache } from "./metadata-cache.ts";
import { Vault } from "./vault.ts";

/**
 * What a plugin is given by Obsidian, over the notes of a world.
 *
 * @example const app = new App(vaultOf(testCase)); await pluginTool(app, { path: "Projects/Garden.md" });
 */
export class App {
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly fileManager: FileManager;

  constructor(notes: MarkdownWorld) {
    this.vault = new Vault(notes);
    this.metadataCache = new MetadataCache(notes, this.vault);
    this.fileManager = new FileManager(this.vault);
  }
}
