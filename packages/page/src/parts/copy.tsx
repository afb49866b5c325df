import { useEffect, useState } from "react";

/** Copies a text: an id, a command. Where the browser refuses, the text is shown so that it can be selected. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("idle"), 2_000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copied(text)) ? "copied" : "refused");
  return (
    <span className="copy">
      <button type="button" onClick={copy} title={text}>
        {state === "copied" ? "copied" : label}
      </button>
      <span className="unseen" role="status">
        {state === "copied" ? `${label}: copied` : ""}
      </span>
      {state === "refused" ? <code className="selectable">{text}</code> : undefined}
    </span>
  );
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
