import { type RefObject, useLayoutEffect, useState } from "react";

/** The width of an element in pixels, as it changes; `first` until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const measure = () => setWidth(Math.max(1, Math.floor(shown.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
