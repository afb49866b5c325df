import { addNextAction } from "./add-next-action.ts";
import { moveToFocus } from "./move-to-focus.ts";
import { showActionCard } from "./show-action-card.ts";
import { showProjectCard } from "./show-project-card.ts";
import { startWeeklyReview } from "./start-weekly-review.ts";
import type { CoachTool } from "./tool.ts";
import { updateNextAction } from "./update-next-action.ts";
import { updateProjectStatus } from "./update-project-status.ts";

/** Everything the coach can do besides talking. */
export const coachTools: readonly CoachTool[] = [
  addNextAction,
  updateNextAction,
  moveToFocus,
  updateProjectStatus,
  showProjectCard,
  showActionCard,
  startWeeklyReview,
];
