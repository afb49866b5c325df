/** The measure that every suite has: how the case was decided, all gating metrics together. */
export const passRateName = "pass rate";
