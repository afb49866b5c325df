/** How every call is answered. */
export const greeting = "Cedar Bend Heating and Air, this is Dana. What's going on?";

/** What is said to a caller who says nothing, the first time and the last. */
export const stillThere = "Are you still there?";
export const silentGoodbye = "I can't hear you, so I'll let you go. Call us back any time.";
