import { type ReactNode, useState } from "react";
import { keep, kept } from "./kept.ts";

interface FoldProps {
  /** Under this name the browser remembers whether it was open. */
  name: string;
  title: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** A part of a page that the reader opens and shuts; the next page of its kind has it the same way. */
export function Fold({ name, title, open = true, children }: FoldProps) {
  const place = `viva-fold-${name}`;
  const [isOpen, setOpen] = useState(() => (kept(place) ?? (open ? "open" : "shut")) === "open");
  const toggle = (now: boolean) => {
    // A part that is drawn open tells so too.
    if (now === isOpen) return;
    setOpen(now);
    keep(place, now ? "open" : "shut");
  };
  return (
    <details className={`fold fold-${name}`} open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? children : undefined}
    </details>
  );
}
