import { describe, expect, test } from "vitest";
import { type Case, nothingAgent, play, type Transcript } from "vivavoce";
import { officeOf } from "./backend/index.ts";
import { courseOf, modeOf } from "./course.ts";
import { call, playCase, snippet } from "./testing/play-call.ts";

const lines = ["My AC died", "No", "78745", "Maria", "4210 S Lamar", "tomorrow morning", "Yes"];
const replies = lines.map((_, index) => `Reply ${index + 1}.`);

async function playWhole() {
  return playCase(call(lines), replies, { mode: "production-turn" });
}

test("the states of a call are found again from its transcript", async () => {
  const { transcript, testCase } = await playWhole();
  const { stages, departure } = courseOf(transcript, testCase);
  expect(departure).toBeUndefined();
  expect(stages.map(({ state }) => state)).toEqual([
    "safety",
    "service_area",
    "discovery",
    "discovery",
    "urgency",
    "pre_confirm",
    "confirm",
  ]);
  expect(stages.at(-1)?.session.booking).toMatchObject({ confirmed: true, time: "tomorrow between eight and ten" });
});

test("in prompt-only a snippet stays where it is", async () => {
  const { transcript, testCase } = await playCase(snippet("welcome", "My AC died"), ["Hi."], { mode: "prompt-only" });
  expect(courseOf(transcript, testCase).stages).toMatchObject([{ state: "welcome", path: ["welcome"] }]);
});

describe("an agent that does not do what the machine wants", () => {
  const wrong = async (change: (transcript: Transcript) => void) => {
    const { transcript, testCase } = await playWhole();
    const changed = structuredClone(transcript);
    change(changed);
    return courseOf(changed, testCase).departure;
  };
  const firstCall = (transcript: Transcript) => {
    const item = transcript.exchanges[0]?.items.find(({ type }) => type === "call");
    if (item?.type !== "call") throw new Error("no call");
    return item.call;
  };

  test("leaves out a call", async () => {
    const departure = await wrong(({ exchanges }) => exchanges[0]?.items.shift());
    expect(departure).toEqual({
      exchange: 1,
      reason: "lookup_caller was not called, though the machine had come to lookup",
    });
  });

  test("calls another tool", async () => {
    const departure = await wrong((transcript) => {
      firstCall(transcript).name = "book_service";
    });
    expect(departure?.reason).toContain("the machine wanted lookup_caller");
  });

  test("calls it with something else", async () => {
    const departure = await wrong((transcript) => {
      firstCall(transcript).arguments = { phone_number: "+19995550000" };
    });
    expect(departure?.reason).toContain("+15125550000");
  });

  test("calls one where none is due", async () => {
    const departure = await wrong(({ exchanges }) => {
      exchanges[1]?.items.push({ type: "call", call: { id: "x", name: "book_service", arguments: {} } });
    });
    expect(departure).toEqual({
      exchange: 2,
      reason: "book_service was called, and the machine wanted no tool in service_area",
    });
  });

  test("calls two at once", async () => {
    const departure = await wrong((transcript) => {
      transcript.exchanges[0]?.items.push({ type: "call", call: firstCall(transcript) });
    });
    expect(departure?.reason).toContain("2 tools were called");
  });

  test("never hears back", async () => {
    const departure = await wrong((transcript) => {
      delete firstCall(transcript).result;
    });
    expect(departure?.reason).toBe("lookup_caller gave no result");
  });

  test("does nothing at all", async () => {
    const { testCase } = await playWhole();
    const transcript = await play(nothingAgent(), testCase, { world: officeOf(testCase) });
    expect(courseOf(transcript, testCase)).toMatchObject({ stages: [], departure: { exchange: 1 } });
  });
});

describe("the mode of a transcript", () => {
  const data = (kind: string): Pick<Case, "data"> => ({
    data: { kind, state: "welcome", session: {}, notes: "" },
  });

  test("is its variant's, or else what is usual for the kind of case", () => {
    expect(modeOf({ variant: { mode: "production-turn" } }, data("snippet"))).toBe("production-turn");
    expect(modeOf({ variant: { mode: "prompt-only" } }, data("call"))).toBe("prompt-only");
    expect(modeOf({ variant: {} }, data("snippet"))).toBe("prompt-only");
    expect(modeOf({ variant: { prompt: "v2" } }, data("call"))).toBe("production-turn");
  });
});
