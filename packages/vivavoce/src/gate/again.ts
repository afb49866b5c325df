import { percent, signed } from "./policy.ts";

/** Which of the runs of its version a run is: who plays again until it passes, or picks a baseline among several, is seen. */
type Tries = {
  /** 3 for the third. */
  nth: number;
  of: number;
  /** The mean of each measure over the trials of all these runs. */
  pooled: Readonly<Record<string, number>>;
};

/** Set for a side whose version has more than one run: since the baseline, or before it became the baseline. */
type Again = {
  before?: Tries | undefined;
  after?: Tries | undefined;
};

const alpha = 0.05;

/** The tries in words, to follow a verdict. */
export function againTexts(
  { before, after }: Again,
  { measure, mean, exact }: { measure: string; mean: number | undefined; exact: boolean },
): string[] {
  const pooled = ({ of, pooled: means }: Tries) => {
    const found = Object.hasOwn(means, measure) ? means[measure] : undefined;
    return found === undefined ? undefined : { found, text: `over all ${of} runs ${measure} is ${found.toFixed(2)}` };
  };
  const texts: string[] = [];
  if (after) {
    const risk = `with ${after.of} tries a wrong pass is up to ${percent(Math.round((1 - (1 - alpha) ** after.of) * 100) / 100)} likely`;
    const all = pooled(after);
    const change =
      all && mean !== undefined ? `${all.text}, ${signed(all.found - mean)} against the baseline` : all?.text;
    const parts = [...(exact ? [] : [risk]), ...(change === undefined ? [] : [change])];
    texts.push(
      `${ordinal(after.nth)} run of this version against this baseline${parts.length > 0 ? `: ${parts.join("; ")}` : ""}`,
    );
  }
  if (before) {
    const all = pooled(before);
    texts.push(
      `the baseline is the ${ordinal(before.nth)} of ${before.of} runs of its version${all ? `: ${all.text}` : ""}`,
    );
  }
  return texts;
}

function ordinal(count: number): string {
  const [tens, ones] = [Math.floor(count / 10) % 10, count % 10];
  const ending = tens === 1 ? "th" : (["th", "st", "nd", "rd"][ones] ?? "th");
  return `${count}${ending}`;
}
