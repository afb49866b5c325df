import { type RefObject, useEffect, useRef } from "react";
import { keepScroll, keptLink, scrollForStep } from "./kept-scroll.ts";

/**
 * Names the browser's tab after the page's heading. After a step to another page the heading gets the focus as soon as
 * it is there, as the top of a newly loaded page would; on the way back the page is where it was left.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>, page: string): void {
  const shown = useRef<string>(undefined);
  useEffect(keepScroll, []);
  useEffect(() => {
    const element = main.current;
    if (!element) return;
    let waiting = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    const settle = waiting ? scrollForStep() : () => {};
    const link = waiting ? keptLink() : undefined;
    let focused: HTMLElement | undefined;
    const look = () => {
      const heading = element.querySelector("h1");
      if (!heading) return;
      const title = `${wordsOf(heading)} · Viva`;
      if (document.title !== title) document.title = title;
      // A page that has loaded may have another heading than while it was loading: then the focus has fallen from it.
      const fallen = focused?.isConnected === false && document.activeElement === document.body;
      if (!waiting && !fallen) return;
      // On the way back, the row that was left has it again, as soon as it is there.
      const row =
        link === undefined
          ? undefined
          : [...element.querySelectorAll("a")].find((one) => one.getAttribute("href") === link);
      if (link !== undefined && !row && !fallen) return;
      waiting = false;
      // Who has gone on meanwhile, into a field of the new page, is not called back.
      if (element.contains(document.activeElement) && document.activeElement !== element) return;
      if (row) return row.focus({ preventScroll: true });
      focused = heading;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(element, { subtree: true, childList: true, characterData: true });
    return () => {
      settle();
      observer.disconnect();
    };
  }, [main, page]);
}

/** A heading's text as it is read aloud: without signs whose word stands beside them. */
function wordsOf(heading: HTMLElement): string {
  const copy = heading.cloneNode(true) as HTMLElement;
  for (const sign of copy.querySelectorAll('[aria-hidden="true"]')) sign.remove();
  return copy.textContent ?? "";
}
