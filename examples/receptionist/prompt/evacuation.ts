/** What is said in an emergency. Fixed: no model words it, and no version of the prompt changes it. */
export const evacuation =
  "Stop what you're doing and get everybody out of the house right now, and don't touch any switches on the way. Once you're outside, call 911.";
