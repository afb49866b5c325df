import type { Desk } from "../tools/tool.ts";
import type { ProjectFilter } from "../vault/projects.ts";
import { type Vault, vaultOf } from "../vault/vault.ts";
import type { VaultContextInput } from "../vault/vault-context.ts";

/** The vault of a context written in a test. */
export function vaultWith(context: VaultContextInput): Vault {
  return vaultOf({ world: JSON.parse(JSON.stringify(context)) });
}

/** A desk over such a vault that keeps the reviews which tools start. */
export function deskWith(context: VaultContextInput): Desk & { reviews: ProjectFilter[] } {
  const reviews: ProjectFilter[] = [];
  return { vault: vaultWith(context), reviews, startReview: (filter) => reviews.push(filter) };
}
