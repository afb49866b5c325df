/** The measure that every suite has: whether the case passed, by all gating metrics together. */
export const passRateName = "pass rate";
