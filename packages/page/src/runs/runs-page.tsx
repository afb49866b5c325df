import { useAnswer } from "../data/use-answer.ts";

/** All runs, newest first. */
export function RunsPage() {
  const { answer, error } = useAnswer("runs", {});
  if (error) return <p role="alert">{error}</p>;
  if (!answer) return <p>…</p>;
  return (
    <>
      <h1>Runs</h1>
      <ul>
        {answer.runs.map((run) => (
          <li key={run.id}>{run.id}</li>
        ))}
      </ul>
    </>
  );
}
