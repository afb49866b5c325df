import { useEffect, useLayoutEffect, useRef } from "react";
import { findKey, type Keys } from "./find-key.ts";

export type { Keys } from "./find-key.ts";

/** All keys on the page, the newest last: a page's own win over the frame's. */
const registered: { current: Keys }[] = [];
let begun = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/** How long the first key of two waits for the second. */
const patienceMs = 1_500;

/**
 * Registers keys while the component is shown, each with the words that `?` lists: `{ j: ["next row", down] }`. A name
 * is what the browser calls the key; two names with a space between them are pressed one after the other.
 */
export function useKeys(keys: Keys): void {
  const own = useRef(keys);
  useLayoutEffect(() => {
    own.current = keys;
  });
  useEffect(() => {
    if (registered.length === 0) addEventListener("keydown", onKey);
    registered.push(own);
    return () => {
      registered.splice(registered.indexOf(own), 1);
      if (registered.length === 0) removeEventListener("keydown", onKey);
    };
  }, []);
}

/** Every key that does something now, with its words. */
export function registeredKeys(): [string, string][] {
  const words = new Map(
    registered.flatMap(({ current }) => Object.entries(current).map(([key, [said]]) => [key, said])),
  );
  return [...words];
}

function onKey(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return;
  if (isField(target)) {
    if (key !== "Escape") return;
    // Browsers empty a search field on Escape: the search would be lost on the way to what it found.
    event.preventDefault();
    (target as HTMLElement).blur();
    return;
  }
  // Enter and the space bar are for what has the focus.
  if ((key === "Enter" || key === " ") && target instanceof Element && target.closest("a, button, summary")) return;
  const found = findKey(
    registered.map(({ current }) => current),
    begun,
    key,
  );
  clearTimeout(timer);
  begun = found === "begun" ? key : "";
  if (found === "begun") {
    timer = setTimeout(() => {
      begun = "";
    }, patienceMs);
  } else if (found) {
    event.preventDefault();
    found();
  }
}

/** Where a letter is a letter. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("textarea, select")) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
}
