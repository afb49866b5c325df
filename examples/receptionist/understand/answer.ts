import { plainWords } from "./plain-line.ts";

const opening = /^(?:(?:uh|um|oh|well|okay|ok|so|actually|you know)[ ,.]+)+/;
const yes =
  /^(?:yes|yeah|yep|yup|sure|correct|right|exactly|absolutely|perfect|please do|go ahead|do it|book it|sounds (?:good|right|great)|that's (?:right|correct|it|good|fine)|that is (?:right|correct)|looks good|all good|you got it|works for me|that works|good to go)\b/;
const no =
  /^(?:no|nope|nah|negative|never mind|forget it|not (?:yet|now|today|really)|i do not want|do not (?:book|do)|hold off|let me think|i changed my mind)\b/;
/** "No" to "anything else?" is no no. */
const nothingElse = /^no[ ,.]+(?:i think |i guess )?(?:that's|that is|that'll be|that will be) (?:everything|all|it)\b/;
const okay = /^(?:okay|ok|alright|all right)[.! ]*$/;

/** Yes or no, where the caller says it plainly; neither where both are said. */
export function readAnswer(line: string): "yes" | "no" | undefined {
  const words = plainWords(line);
  const rest = words.replace(opening, "");
  if (nothingElse.test(rest)) return undefined;
  if (no.test(rest)) return yes.test(rest.replace(/^no[ ,.]+/, "")) ? undefined : "no";
  return yes.test(rest) || okay.test(words) ? "yes" : undefined;
}
