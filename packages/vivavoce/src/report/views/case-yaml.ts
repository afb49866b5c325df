import { writtenYaml } from "../../base/index.ts";
import type { Case, Transcript } from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";

/**
 * A case as YAML, as it was played. Of one that is not in the store, because an earlier Viva played it or because it is
 * very large, only what was said is known: the text says so, and where the rest is.
 */
export function caseYaml(
  trial: StoredTrial,
  { run, file, played = trial.ownCase }: { run: string; file: string; played?: Case | undefined },
): string {
  if (played) return writtenYaml([played]);
  const { caseId: id, title, tags, cluster, transcript } = trial;
  const { type, description } = titleParts(id, title);
  const about = [
    `# What run ${run} kept of this case: what was said before, and the user's lines as they were played.`,
    ...(transcript.user ? ["# A simulated user said them, or the last of them."] : []),
    `# The store does not hold its world, mocks and expectations. They are in the cases of ${oneLine(file)}.`,
  ];
  const asPlayed = {
    id,
    ...(type === undefined ? {} : { type }),
    ...(description === "" ? {} : { description }),
    tags: tags.filter((tag) => tag !== type),
    ...(cluster === undefined ? {} : { cluster }),
    ...(transcript.history.length > 0 ? { history: transcript.history } : {}),
    ...(transcript.exchanges[0]?.number === 0 ? { opens: "agent" } : {}),
    script: linesOf(transcript),
  };
  return `${about.join("\n")}\n${writtenYaml([asPlayed])}`;
}

/** The lines that were said, then those that the script still had. */
function linesOf({ exchanges, outcome }: Transcript) {
  const said = exchanges.flatMap(({ user }) => user ?? []);
  const unsaid = outcome.kind === "completed" ? (outcome.ended?.unsaid ?? []) : [];
  return [...said, ...unsaid].map(({ content, silence, ...line }) =>
    silence === undefined ? { content, ...line } : { silence },
  );
}

/** "[multi-turn] The user says no" is a type and a description; a case without a description has its id as title. */
function titleParts(id: string, title: string): { type?: string | undefined; description: string } {
  const [, type, words = title] = /^\[([^\s[\]]+)\] (.*)$/s.exec(title) ?? [];
  return { type, description: words === id ? "" : words };
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}
