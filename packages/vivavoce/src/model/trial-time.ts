import type { CallRecord } from "../shape/index.ts";
import type { CallStage } from "./types.ts";

/**
 * Whole milliseconds since the trial began; a journalled call takes its original time. The time stops while a call waits
 * to be sent, because the number of trials that share a server says nothing about the agent.
 */
export function trialTime(clock: () => number) {
  const start = clock();
  let passedOver = 0;
  let waitedBefore = 0;
  let since = start;
  const waiting = new Set<object>();
  const waited = () => waitedBefore + (waiting.size > 0 ? clock() - since : 0);
  const passed = () => Math.round(clock() - start + passedOver);
  const now = () => Math.round(clock() - start + passedOver - waited());
  /** Adds up the waiting time so far, before the number of waiting calls changes. */
  const change = (turn: () => unknown) => {
    waitedBefore = waited();
    since = clock();
    turn();
  };
  return {
    now,
    /** Waits included, as anyone outside would see it. */
    passed,
    waited,
    /** A call begins. Its duration runs from when it is last sent to its end. */
    call() {
      const askedMs = passed();
      let answeredMs = askedMs;
      let atMs = now();
      let durationMs = 0;
      let passedBefore = passedOver;
      const call = {};
      return {
        enters(stage: CallStage) {
          change(() => (stage === "waiting" ? waiting.add(call) : waiting.delete(call)));
          atMs = now();
          passedBefore = passedOver;
        },
        ends() {
          change(() => waiting.delete(call));
          // What was passed over meanwhile is the time of other calls.
          durationMs = now() - atMs - (passedOver - passedBefore);
          answeredMs = passed();
        },
        times: () => ({ atMs, durationMs }),
        /** What a replay needs to know besides, if the call was not sent as soon as it was made, or took an unknown time. */
        dates: (isTimed: boolean) => ({
          ...(askedMs === atMs ? {} : { askedMs }),
          ...(isTimed && answeredMs === atMs + durationMs ? {} : { answeredMs }),
        }),
      };
    },
    passOver({ atMs = now(), durationMs = 0 }: CallRecord) {
      passedOver += Math.max(0, atMs + durationMs - now());
    },
  };
}
