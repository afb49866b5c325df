import { createContext, useContext, useState } from "react";
import { keep, kept } from "../parts/kept.ts";
import { When } from "../parts/run-facts.tsx";
import { Said } from "./said.tsx";
import type { CaseTrial } from "./trial.ts";

interface Noting {
  remarks: CaseTrial["remarks"];
  /** Keeps a note; undefined where nothing can be kept. */
  add?: ((note: { exchange: number; author: string; text: string }) => Promise<void>) | undefined;
}

/** The notes on the exchanges of the trial around. */
export const Noted = createContext<Noting>({ remarks: [] });

/** The notes on one exchange, and a way to add one. */
export function Remarks({ exchange }: { exchange: number }) {
  const { remarks, add } = useContext(Noted);
  const [author, setAuthor] = useState(() => kept("viva-rater") ?? "");
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const save = async () => {
    try {
      await add?.({ exchange, author: author.trim(), text });
      keep("viva-rater", author.trim());
      setText("");
      setError(undefined);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <>
      {remarks
        .filter((one) => one.exchange === exchange)
        .map((one) => (
          <Said who="note" kind="remark" key={`${one.notedAt} ${one.author}`}>
            {one.text}
            <span className="facts">
              {" "}
              {one.author}, <When at={one.notedAt} />
            </span>
          </Said>
        ))}
      {add ? (
        <details className="noting">
          <summary className="facts">add a note</summary>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            <label>
              Your name{" "}
              <input value={author} maxLength={100} required onChange={({ target }) => setAuthor(target.value)} />
            </label>
            <label>
              Note{" "}
              <textarea
                rows={2}
                value={text}
                maxLength={10_000}
                required
                onChange={({ target }) => setText(target.value)}
              />
            </label>
            <button type="submit">Keep the note</button>
            {error === undefined ? undefined : <p role="alert">{error}</p>}
          </form>
        </details>
      ) : undefined}
    </>
  );
}
