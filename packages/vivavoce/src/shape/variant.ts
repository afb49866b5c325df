/** A named choice for each of a suite's variants, such as `{ prompt: "v2" }`. */
export type Variant = Readonly<Record<string, string>>;

/** "prompt v2, mode fast" */
export function showVariant(variant: Variant): string {
  return Object.entries(variant)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** The same, next to others. Empty only for a suite without variants and without a fault. */
export function variantTitle(variant: Variant): string {
  return showVariant(variant) || "no fault";
}
