/**
 * Stands in for the `obsidian` package, which has types but no code: the same classes over a vault in memory. With
 * `alias: { obsidian: "./examples/flow-coach/obsidian.ts" }` in the config, code of a real plugin runs in a trial.
 */
export { App } from "./obsidian/app.ts";
export { DataAdapter } from "./obsidian/data-adapter.ts";
export { FileManager } from "./obsidian/file-manager.ts";
export { TAbstractFile, TFile, TFolder } from "./obsidian/files.ts";
export { type CachedMetadata, MetadataCache } from "./obsidian/metadata-cache.ts";
export { normalizePath } from "./obsidian/normalize-path.ts";
export { Vault } from "./obsidian/vault.ts";
