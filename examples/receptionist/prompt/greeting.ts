/** How every call is answered. */
export const greeting = "Cedar Bend Heating and Air, this is Dana. What's going on?";
