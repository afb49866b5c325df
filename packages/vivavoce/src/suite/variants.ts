import type { Variant } from "../agent/index.ts";
import { InputError } from "../base/index.ts";
import { faultKinds } from "../case/index.ts";
import type { Variants } from "./suite-definition.ts";

/** What `--variant NAME=VALUE[,VALUE]` asks for. */
export type VariantSelection = Readonly<Record<string, readonly string[]>>;

const undisturbed = "none";

/** What can be chosen for a suite: its own variants, and the fault that is laid over its tools. */
export function offeredVariants(own: Variants = {}): Variants {
  return { ...own, fault: [undisturbed, ...faultKinds] };
}

/** Every combination that is asked for; a variant nobody asks about stays at its first value. */
export function chooseVariants(own: Variants = {}, selection: VariantSelection = {}): Variant[] {
  return combinations(offeredVariants(own), selection).map(({ fault = undisturbed, ...chosen }) =>
    // Without a fault it is the trial that it was before there were faults, with the same tape.
    fault === undisturbed ? chosen : { ...chosen, fault },
  );
}

function combinations(offered: Variants, selection: VariantSelection): Variant[] {
  const unknown = Object.keys(selection).filter((name) => !Object.hasOwn(offered, name));
  if (unknown.length > 0) {
    const names = Object.keys(offered);
    const remedy = `It offers ${names.join(", ")}.`;
    throw new InputError({ message: `the suite has no variant ${unknown.join(", ")}`, remedy });
  }
  return Object.entries(offered).reduce<Variant[]>(
    (combinations, [name, values]) => {
      const asked = Object.hasOwn(selection, name) ? selection[name] : undefined;
      // Asked for twice is played once: two trials of one name would be one.
      const wanted = [...new Set(asked ?? values.slice(0, 1))];
      const missing = wanted.find((value) => !values.includes(value));
      if (missing !== undefined) {
        throw new InputError({
          message: `variant ${name} has no value ${missing}`,
          remedy: `It has ${values.join(", ")}.`,
        });
      }
      return wanted.flatMap((value) => combinations.map((combination) => ({ ...combination, [name]: value })));
    },
    [{}],
  );
}

/** "prompt v2, mode fast" */
export function showVariant(variant: Variant): string {
  return Object.entries(variant)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** The same beside others: only a variant that has no fault, in a suite without variants, is nothing in words. */
export function variantTitle(variant: Variant): string {
  return showVariant(variant) || "no fault";
}
