import { keyed } from "./keyed.tsx";

/** Stands where an answer is awaited; if it failed, says why and what can be done. */
export function Waiting({ error, what }: { error: string | undefined; what: string }) {
  if (error === undefined)
    return (
      <p className="waiting" role="status">
        Loading {what} …
      </p>
    );
  return <Problem>{`Viva could not load ${what}: ${error}`}</Problem>;
}

/** A problem, in words that say what to do. */
export function Problem({ children }: { children: string }) {
  return (
    <p className="problem" role="alert">
      <WithCode text={children} />
    </p>
  );
}

/** A text whose commands stand between backticks, as a terminal shows them. */
export function WithCode({ text }: { text: string }) {
  return keyed(text.split("`"), (part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}
