import { deepest } from "./fault.ts";
import type { Path } from "./placed-tree.ts";

/** Why a value that did not come from our JSON scanner is unsafe to walk. */
type ShapeFault = { kind: "depth" | "name"; path: Path };

/** The first place where a value nests too deep (a cycle does) or has a field called `__proto__`. */
export function shapeFault(value: unknown, path: readonly (string | number)[] = []): ShapeFault | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (path.length >= deepest) return { kind: "depth", path };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const fault = shapeFault(item, [...path, index]);
      if (fault) return fault;
    }
    return undefined;
  }
  for (const [key, field] of Object.entries(value)) {
    if (key === "__proto__") return { kind: "name", path: [...path, key] };
    const fault = shapeFault(field, [...path, key]);
    if (fault) return fault;
  }
  return undefined;
}
