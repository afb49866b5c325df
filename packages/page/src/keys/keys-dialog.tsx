import { useEffect, useRef } from "react";
import { listKeys } from "./find-key.ts";
import "./keys.css";

/** Lists the keys. The browser keeps the focus within it, closes it on Escape, and gives the focus back. */
export function KeysDialog({ keys, close }: { keys: readonly [string, string][]; close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="keys" aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">Keys</h2>
      <dl className="named lined">
        {listKeys(keys).map(({ words, keys }) => (
          <div key={words}>
            <dt>
              {keys.map((parts, index) => (
                <span key={parts.join(" ")}>
                  {index > 0 ? " or " : ""}
                  {parts.map((part) => (
                    <kbd key={part}>{part}</kbd>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="note">While you type in a field, keys are letters; Escape leaves the field.</p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
