import { describe, expect, test } from "vitest";
import { call, exchange, transcriptOf } from "../../metric/testing-transcript.test-helper.ts";
import { answerOf } from "../locale/en-US/answers/answers.ts";
import { cues } from "../locale/en-US/cues.ts";
import { timelineOf } from "./follow.ts";

describe("a yes", () => {
  test.each([
    "Yes.",
    "yeah, that's right",
    "Yep",
    "Correct",
    "Uh, yes please",
    "That's it",
    "Sounds good",
    "Okay",
    "Sure, go ahead",
    "Perfect!",
    "No, that's all correct.",
    "No, that's everything, go ahead",
    "No problem",
    "Book it",
    "That works for me",
    "Great",
    "Mhmm.",
    "mm-hm",
    "you bet",
    "ten four",
    "roger that",
    "it is",
    "it sure is",
    "sounds like a plan",
    "that’d be perfect",
    "go for it",
    "claro que sí",
    "nothing to change, that's right",
    "I don't see why not, book it",
    "I can't see anything wrong with it, yes",
    "no no that's all good",
    "that'll do",
    "works for us",
    "spot on",
    "Yeah, no, that's right",
    "right on the money",
    "nope, you didn't miss a thing",
    "can't find anything wrong with it",
    "yes, but tell him the bell is broken",
    "uh huh, and the dog bites a little",
    "hang on, let me look at the calendar, okay yeah that's good",
    "one sec. Hon, okay? She says that's fine, so go ahead.",
    "as long as he's on time, and he is, yes",
    "sí, así es",
    "leave it just like that",
    "no reason not to, go for it",
    "I'd be a fool not to",
    "yes, and thank you for being so patient",
    "no, oh, I heard one, yeah that's right, go ahead",
    "my daughter does my calendar and she's giving me the thumbs up, so yes, please do",
  ])("%o", (line) => {
    expect(answerOf(line)).toBe("yes");
  });

  test.each([
    "No.",
    "Nope, it's 4120",
    "No, wrong street",
    "That's not right",
    "That's wrong",
    "Wait, no",
    "Not quite",
    "I wouldn't say that's right",
    "I don’t think that’s right",
    "don't book it yet",
    "please don't book that",
    "don't do it",
    "yes I mean no",
    "yes, no, sorry, no",
    "yeah no",
    "negative",
    "yeah but you flipped the numbers",
    "yes, you missed the apartment",
    "everything but the street",
    "garage, and scratch the appointment, I'm gonna shop around",
    "too rich for my blood",
  ])("%o is a no", (line) => {
    expect(answerOf(line)).toBe("no");
  });

  test.each([
    "Yes, but it's 4120",
    "Right now I'm at work",
    "Actually, make it three",
    "My name is Maria",
    "Tomorrow morning",
    "yes so the",
    "Yes. How much is it?",
    "Yes, and my number is 512 555 0199",
    "Yes, and there's no gate code, no rush either",
    "My husband says yes",
    "I'm good, thanks",
    "yeah so I",
    "lady if you don't put that in I'm gonna cry, yes",
    "sure, though my wife'll be there, not me",
    "let me check with my wife, yeah",
    "hold on, yes to the other one",
    "yes but at my mother's house",
  ])("%o is unclear: words are left over", (line) => {
    expect(answerOf(line)).toBe("unclear");
  });

  test.each([
    "Okay, so how much is it?",
    "How much?",
    "please hold",
    "right, one sec",
    "sure, after I talk to my husband",
    "yeah I heard you, I'm still deciding",
    "yes I can hear you",
    "yes, this is she",
    "my neighbor said yes to you, so what's the price",
  ])("%o puts the answer off", (line) => {
    expect(answerOf(line)).toBe("later");
  });

  test.each([
    ["no sir", "Is any of that wrong?", "yes"],
    ["keep it as is", "Anything you'd like to change?", "yes"],
    ["no changes from me", "Any changes?", "yes"],
    ["not at all", "Would you mind if I put you down for one at 5 Marina Drive?", "yes"],
    ["go ahead", "Would you mind if I booked that now?", "yes"],
    ["yes I would mind", "Would you mind if I booked that now?", "no"],
    ["you missed the apartment", "Did I miss anything?", "no"],
  ])("%o to %o", (line, question, answer) => {
    expect(answerOf(line, question)).toBe(answer);
  });

  test.each(["okay it's", "so um", "", "..."])("%o answers nothing", (line) => {
    expect(answerOf(line)).toBe("none");
  });
});

describe("what an agent says when it reads back", () => {
  test.each([
    "Is that right?",
    "So that's Maria, 4210 South Lamar.",
    "Just to confirm, Tuesday at two.",
    "I have you down for Tuesday.",
    "I've got you at 4210 South Lamar.",
    "4210 South Lamar, correct?",
    "You're booked for Tuesday.",
    "You're all set for Tuesday.",
    "Let me read that back.",
    "Does that sound right?",
    "We'll see you Tuesday.",
  ])("%o", (reply) => {
    expect(cues.readsBack(reply)).toBe(true);
  });

  test.each(["What's your name?", "We have Tuesday at nine.", "Got it.", "Thanks, Maria.", "How can I help?"])(
    "not %o",
    (reply) => {
      expect(cues.readsBack(reply)).toBe(false);
    },
  );

  test("its own proposals and its own number are something else", () => {
    expect(cues.offers("The earliest is Tuesday at nine.")).toBe(true);
    expect(cues.offers("So that's Tuesday at nine.")).toBe(false);
    expect(cues.ownNumber("Call us back at 512-555-1000.")).toBe(true);
    expect(cues.ownNumber("Our technician will come to 4210 South Lamar.")).toBe(false);
  });
});

test("the timeline begins with the history and keeps what was said and done in order", () => {
  const played = transcriptOf([
    exchange(["One moment.", call("find"), "Found."], { user: { content: "Hi", consents: true } }),
    exchange(["Bye."], { user: { content: "No", refuses: true } }),
  ]);
  const transcript = { ...played, history: [{ role: "assistant" as const, content: "Hello?" }] };
  expect(timelineOf(transcript)).toMatchObject([
    { kind: "agent", text: "Hello?", exchange: undefined },
    { kind: "caller", text: "Hi", exchange: 1, stance: "consents" },
    { kind: "agent", text: "One moment.", exchange: 1 },
    { kind: "call", call: { name: "find" }, exchange: 1 },
    { kind: "agent", text: "Found.", exchange: 1 },
    { kind: "caller", text: "No", exchange: 2, stance: "refuses" },
    { kind: "agent", text: "Bye.", exchange: 2 },
  ]);
});
