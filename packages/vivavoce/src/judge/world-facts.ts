import type { Transcript } from "../shape/index.ts";
import { showEffect } from "../world/index.ts";
import type { Fact, WorldView } from "./question.ts";

/** The world as given facts: its outline before and, if it changed, after, with the changes. */
export function worldFacts({ world }: Pick<Transcript, "world">, view: WorldView = "none"): Fact[] {
  if (!world || view === "none") return [];
  const before = { id: "world-before", title: "The world before the conversation", text: world.opening };
  if (view === "before") return [before].filter(hasText);
  const unchanged = world.effects.length === 0 && world.closing === world.opening;
  const changes = unchanged
    ? "Nothing changed in the world during the conversation."
    : world.effects.map(showEffect).join("\n");
  const after = { id: "world-after", title: "The world after the conversation", text: world.closing };
  return [
    before,
    ...(unchanged ? [] : [after]),
    { id: "world-changes", title: "What changed in the world", text: changes },
  ].filter(hasText);
}

function hasText({ text }: Fact): boolean {
  return text.trim() !== "";
}
