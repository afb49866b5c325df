import { isBlank, type JsonObject } from "../base/index.ts";
import { type Check, replyOf, type Transcript } from "../shape/index.ts";
import {
  checkAskedAgain,
  checkConfirm,
  checkOpeners,
  checkQuestions,
  checkSpeakability,
  type OpenersOptions,
  type SaidReply,
} from "./conduct/conduct.ts";
import { checkReadBack, lastValues } from "./contract/read-back.ts";
import { type FollowOptions, followTalk } from "./follow/follow.ts";
import type { SpeakabilityOptions } from "./locale/locale.ts";

/** What is looked at; `false` turns a check off. */
interface ExamineChecks {
  questions?: number | boolean | undefined;
  speakability?: SpeakabilityOptions | boolean | undefined;
  openers?: OpenersOptions | boolean | undefined;
  askedAgain?: boolean | undefined;
  readBack?: boolean | undefined;
  confirm?: boolean | undefined;
}

/** Every check of how a conversation sounds, and the last values of each slot. */
export function examine(
  transcript: Transcript,
  checks: ExamineChecks,
  options: FollowOptions,
): { checks: Check[]; slots: JsonObject } {
  const { trails, commits } = followTalk(transcript, options);
  const replies = repliesOf(transcript);
  const { questions = 1, speakability = {}, openers = {} } = checks;
  // A reply must not open like what the agent said before the first exchange, but that is not checked itself.
  const before = transcript.history.flatMap(({ role, content }) =>
    role === "assistant" ? [{ exchange: undefined, text: content }] : [],
  );
  return {
    checks: [
      ...(questions === false ? [] : checkQuestions(replies, questions === true ? 1 : questions, options.locale)),
      ...(speakability === false
        ? []
        : checkSpeakability(replies, speakability === true ? {} : speakability, options.locale)),
      ...(openers === false ? [] : checkOpeners([...before, ...replies], openers === true ? {} : openers)),
      ...(checks.askedAgain === false ? [] : checkAskedAgain(trails)),
      ...(checks.readBack === false ? [] : trails.flatMap(checkReadBack)),
      ...(checks.confirm === false ? [] : checkConfirm(commits)),
    ],
    slots: Object.fromEntries(
      trails.flatMap((trail) => {
        const { given, readBack, booked } = lastValues(trail);
        const texts = { given: given?.text ?? null, readBack: readBack?.text ?? null, booked: booked?.text ?? null };
        return given || readBack || booked ? [[trail.slot.name, texts]] : [];
      }),
    ),
  };
}

/** The replies of the exchanges in which anything was said. */
function repliesOf({ exchanges }: Transcript): SaidReply[] {
  return exchanges
    .map((exchange) => ({ exchange: exchange.number, text: replyOf(exchange), heard: exchange.user?.content }))
    .filter(({ text }) => !isBlank(text));
}
