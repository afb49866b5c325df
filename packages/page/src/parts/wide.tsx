import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** What may be wider than a narrow screen scrolls by itself, by keys too; the page never does. */
export function Wide({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const shown = box.current;
    if (!shown) return;
    const measure = () => setScrolls(shown.scrollWidth > shown.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    for (const child of shown.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className="wide" {...(scrolls ? { role: "region", "aria-label": label, tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}
