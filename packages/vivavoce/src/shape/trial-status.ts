export const trialStatuses = ["errored", "failed", "unscored", "skipped", "passed"] as const;
export type TrialStatus = (typeof trialStatuses)[number];

/** How many trials ended how. */
export type Tally = Record<TrialStatus | "pending", number> & { planned: number };
