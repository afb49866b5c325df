import { useEffect, useState } from "react";
import { textPattern } from "../../../vivavoce/src/report/views/find-hits.ts";
import { useKeys } from "../keys/use-keys.ts";

const marks = "found";

/** Searches what a case shows. Without touching it: the browser itself marks the places, where it can. */
export function FindInCase({ query }: { query: URLSearchParams }) {
  const [text, setText] = useState(query.get("find") ?? "");
  const [at, setAt] = useState(0);
  const [places, setPlaces] = useState<readonly Range[]>([]);
  const exchange = query.get("exchange");
  const chosen = query.get("trials");
  useEffect(() => setText(query.get("find") ?? ""), [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other trials have other words.
  useEffect(() => {
    const found = text.trim().length < 2 ? [] : placesOf(text.trim());
    setPlaces(found);
    setAt(0);
    if ("highlights" in CSS) CSS.highlights.set(marks, new Highlight(...found));
    return () => void ("highlights" in CSS && CSS.highlights.delete(marks));
  }, [text, chosen]);
  useEffect(() => {
    // What has the address of an exchange opens there.
    const target =
      exchange === null ? undefined : document.querySelector<HTMLElement>(`[id$="-exchange-${Number(exchange)}"]`);
    target?.scrollIntoView({ block: "start" });
    target?.focus({ preventScroll: true });
  }, [exchange]);
  const step = (by: number) => {
    const next = places.length === 0 ? 0 : (at + by + places.length) % places.length;
    const around = places[next]?.startContainer.parentElement;
    for (let fold = around?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
    around?.scrollIntoView({ block: "center" });
    setAt(next);
  };
  useKeys({ n: ["next place found", () => step(1)], N: ["previous place found", () => step(-1)] });
  return (
    <search className="find row">
      <input
        type="search"
        value={text}
        placeholder="search this case"
        aria-label="search this case"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && step(event.shiftKey ? -1 : 1)}
      />
      <output className="facts">
        {text.trim().length < 2 ? "" : places.length === 0 ? "not found" : `${at + 1} of ${places.length}`}
      </output>
    </search>
  );
}

/** Every place in the case's conversations, scores and reasons that has a text. */
function placesOf(wanted: string): Range[] {
  const root = document.querySelector(".case-page");
  const found: Range[] = [];
  if (!root) return found;
  const pattern = textPattern(wanted);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (const { 0: match, index } of (node.textContent ?? "").matchAll(pattern)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + match.length);
      found.push(range);
    }
  }
  return found;
}
