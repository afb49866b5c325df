import { callsOf, type Exchange, replyOf } from "vivavoce";
import { allOf, type Check, check, defineMetric, skipped, type YesOrNoOptions } from "vivavoce/metrics";
import { callDataOf } from "../case.ts";
import { courseOf, type Stage } from "../course.ts";
import { evacuation } from "../prompt/evacuation.ts";
import { sentencesIn } from "../reply/sentences.ts";
import { missingFields } from "../session.ts";
import { type SlotField, slotPatterns, slotsAskedIn } from "../slots.ts";

/** What the safety question is about, looked for in sentences that ask. */
const hazards = /\b(?:gas|smells?|smelling|smoke|smoky|sparks?|sparking|alarms?|carbon monoxide|whiff|burning)\b/i;
/** A person will get in touch. */
const ringsBack = /\b(?:rings?|calls?|phones?|callback|call-back|reach(?:es)?|in touch|follows? up|gets? back)\b/i;
const hours = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** What a reply owes the caller, and whether it is in a text. */
interface Need {
  label: string;
  isIn(reply: string): boolean;
}

/**
 * Whether each reply of a whole call says what its state needs: the hazard question, the next thing to ask for, the
 * visit that was booked, the callback that was arranged, the fixed text in an emergency. The machine moves on by what the caller says, so `finalState`
 * does not notice a question that was never asked.
 */
export function stateNeeds({ name = "stateNeeds", report }: YesOrNoOptions = {}) {
  return defineMetric({
    name,
    threshold: 1,
    report,
    parts: { evacuation, hazards, ringsBack, slots: slotPatterns },
    score(transcript, testCase) {
      const isSnippet = callDataOf(testCase).kind === "snippet";
      const { stages } = courseOf(transcript, testCase);
      const checks = transcript.exchanges.flatMap((exchange): Check[] => {
        const stage = stages.find((one) => one.exchange === exchange.number);
        const need = stage && needOf(stage, exchange);
        // A snippet says for itself what its one reply must ask; an emergency allows one text only.
        if (!need || (isSnippet && stage.state !== "safety_exit")) return [];
        const text = replyOf(exchange);
        const ok = need.isIn(text);
        return [
          check(
            `exchange-${exchange.number}`,
            ok,
            ok ? "it does" : `the reply in ${stage.state} should be one that ${need.label}`,
            {
              label: need.label,
              evidence: [{ text, exchange: exchange.number, source: "reply" }],
            },
          ),
        ];
      });
      if (checks.length === 0) return skipped("no reply was given in a state that needs something said");
      return allOf(checks);
    },
  });
}

function needOf({ state, session }: Stage, exchange: Exchange): Need | undefined {
  const hasCalled = callsOf(exchange).length > 0;
  const { time } = session.booking;
  // The same words may come in two pieces.
  if (state === "safety_exit")
    return { label: "says the fixed text", isIn: (reply) => reply.replace(/\s+/g, " ").trim() === evacuation };
  if (state === "safety") return { label: "asks about hazards", isIn: asksAboutHazards };
  if (state === "service_area") return asks("zip_code");
  if (state === "discovery") return asks(...missingFields(session).slice(0, 1));
  if (state === "urgency") return asks("preferred_time", "urgency_tier");
  if (state === "pre_confirm") return asks("confirmed");
  if (state === "manage_booking" && !hasCalled) return asks("preferred_time");
  // Only the reply that follows the booking or the callback owes the caller the news.
  if (state === "confirm" && hasCalled && time) return { label: `says “${time}”`, isIn: (reply) => tells(reply, time) };
  if (state === "follow_up" && hasCalled && session.callback) {
    return { label: "says that somebody will ring back", isIn: (reply) => ringsBack.test(reply) };
  }
  return undefined;
}

function asks(...fields: readonly SlotField[]): Need | undefined {
  if (fields.length === 0) return undefined;
  const isIn = (reply: string) => slotsAskedIn(reply).some((field) => fields.includes(field));
  return { label: `asks for ${fields.join(" or ")}`, isIn };
}

function asksAboutHazards(reply: string): boolean {
  return sentencesIn(reply).some((sentence) => sentence.includes("?") && hazards.test(sentence));
}

/** Whether a reply gives the hours of a visit, as words or as digits. */
function tells(reply: string, time: string): boolean {
  const wanted = hours.filter((hour) => new RegExp(`\\b${hour}\\b`, "i").test(time));
  return wanted.every((hour) => new RegExp(`\\b(?:${hour}|${hours.indexOf(hour) + 1})\\b`, "i").test(reply));
}
