const deepest = 4;

/** Finds the tool argument of a slot: by name, whatever its case and separators, or by its dotted path. */
export function argumentReader(
  groups: readonly (readonly string[])[],
  { all }: { all: boolean },
): (fields: unknown) => string | undefined {
  const wanted = groups.map((group) => group.map(foldKey));
  return (fields) => {
    const leaves = leavesOf(fields);
    for (const group of wanted) {
      const values = group.map((key) => textAt(leaves, key));
      const found = values.filter((value) => value !== undefined);
      if (found.length > 0 && (!all || found.length === group.length)) return found.join(" ");
    }
    return undefined;
  };
}

/** Adds the word "unit", so that "4" after a street stays a unit. */
function textAt(leaves: readonly Leaf[], key: string): string | undefined {
  const text = leaves.find(({ path }) => path === key || path.endsWith(`.${key}`))?.text;
  return text !== undefined && /^(?:unit|apartment|apt|suite)$/.test(key) ? `unit ${text}` : text;
}

interface Leaf {
  path: string;
  text: string;
}

/** The texts and numbers among arguments, those nearest to the top first. */
function leavesOf(fields: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  let level: [string, unknown][] = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const below: [string, unknown][] = [];
    for (const [path, value] of level) {
      if (typeof value === "number" || (typeof value === "string" && value.trim() !== "")) {
        leaves.push({ path: foldKey(path), text: String(value) });
      } else if (typeof value === "object" && value !== null) {
        for (const [key, field] of Object.entries(value)) below.push([`${path}.${key}`, field]);
      }
    }
    level = below;
  }
  return leaves;
}

/** "customerName", "customer_name" and "Customer-Name" are one. */
function foldKey(key: string): string {
  return key.toLowerCase().replace(/[_\s-]/g, "");
}
