import { useAnswer } from "../data/use-answer.ts";
import { Copy } from "../parts/copy.tsx";
import { Waiting } from "../parts/waiting.tsx";
import type { CaseAddress } from "./case-address.ts";

/** A whole trial as the store has it. */
export function StoredTrial({ at }: { at: CaseAddress & { trial: number } }) {
  const { answer, error } = useAnswer("trial", at);
  if (!answer) return <Waiting error={error} what="the trial" />;
  return (
    <div className="trial alone">
      <p>
        <Copy text={answer.json} label="copy JSON" />
      </p>
      <pre>{answer.json}</pre>
    </div>
  );
}
