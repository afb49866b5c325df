import { Fragment, type ReactNode } from "react";

/** Draws each of a list that never changes its order, or only grows at its end. */
export function keyed<One>(list: readonly One[], draw: (one: One, index: number) => ReactNode): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
  return list.map((one, index) => <Fragment key={index}>{draw(one, index)}</Fragment>);
}
