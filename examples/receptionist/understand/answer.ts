import { plainWords } from "./plain-line.ts";

const opening = /^(?:(?:uh|um|oh|well|okay|ok|so)[ ,.]+)+/;
const yes =
  /^(?:yes|yeah|yep|yup|sure|correct|right|exactly|absolutely|perfect|please do|go ahead|do it|book it|sounds (?:good|right|great)|that's (?:right|correct|it|good|fine)|that is (?:right|correct)|looks good|all good|you got it|works for me|that works|good to go)\b/;
const no =
  /^(?:no|nope|nah|negative|never mind|forget it|not (?:yet|now|today|really)|i do not want|do not (?:book|do)|hold off|let me think|i changed my mind)\b/;
const okay = /^(?:okay|ok|alright|all right)[.! ]*$/;

/** Yes or no, where the caller says it plainly; neither where both are said. */
export function readAnswer(line: string): "yes" | "no" | undefined {
  const words = plainWords(line);
  const rest = words.replace(opening, "");
  if (no.test(rest)) return yes.test(rest.replace(/^no[ ,.]+/, "")) ? undefined : "no";
  return yes.test(rest) || okay.test(words) ? "yes" : undefined;
}
