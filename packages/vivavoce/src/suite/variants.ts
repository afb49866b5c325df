import { refuseUnknown } from "../base/index.ts";
import { faultKinds, type Variant } from "../shape/index.ts";
import type { Variants } from "./suite-definition.ts";

const undisturbed = "none";

/** What can be chosen for a suite: its own variants, and the fault of its tools. */
export function offeredVariants(own: Variants = {}): Variants {
  return { ...own, fault: [undisturbed, ...faultKinds] };
}

/**
 * Every combination that is asked for; a variant nobody asks about stays at its first value. `selection` is what
 * `--variant NAME=VALUE[,VALUE]` asks for.
 */
export function chooseVariants(own: Variants = {}, selection: Variants = {}): Variant[] {
  return combinations(offeredVariants(own), selection).map(({ fault = undisturbed, ...chosen }) =>
    // A trial without a fault keeps its old name, so that its tape is still found.
    fault === undisturbed ? chosen : { ...chosen, fault },
  );
}

function combinations(offered: Variants, selection: Variants): Variant[] {
  refuseUnknown("variant", Object.keys(selection), Object.keys(offered), { where: " in the suite" });
  return Object.entries(offered).reduce<Variant[]>(
    (combinations, [name, values]) => {
      const asked = Object.hasOwn(selection, name) ? selection[name] : undefined;
      // A value that is asked for twice is played once: two trials cannot have the same name.
      const wanted = [...new Set(asked ?? values.slice(0, 1))];
      refuseUnknown("value", wanted, values, { where: ` of variant ${name}` });
      return wanted.flatMap((value) => combinations.map((combination) => ({ ...combination, [name]: value })));
    },
    [{}],
  );
}
