import type { ReactNode } from "react";

interface SaidProps {
  who: string;
  kind: "user" | "agent" | "before" | "call" | "effect" | "remark";
  differs?: string | undefined;
  children: ReactNode;
}

/** A line of the conversation: on the left who, or what it is, on the right the words. */
export function Said({ who, kind, differs, children }: SaidProps) {
  return (
    <div className={`said ${kind}${differs ? " differing" : ""}`}>
      <span className="who">
        {who}
        {differs ? <span className="badge differs">{differs}</span> : undefined}
      </span>
      <div className="words">{children}</div>
    </div>
  );
}
