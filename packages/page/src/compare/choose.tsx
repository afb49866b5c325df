import { variantChoice } from "../../../vivavoce/src/report/views/variant-choice.ts";
import { go } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import { Choice } from "../parts/choice.tsx";
import type { CompareAnswer } from "./answer.ts";
import { type Chosen, compareAddress } from "./chosen.ts";

const both = ["before", "after"] as const;

/** The newest runs, in words. */
function useRuns() {
  const { answer } = useAnswer("runs", {});
  return answer?.runs.map(({ id, createdAt, note }) => {
    const when = new Date(createdAt).toISOString().slice(0, 16).replace("T", " ");
    return [id, [id, when, note].filter(Boolean).join(" · ")] as const;
  });
}

/** Which two runs: the newest are offered, and whatever is chosen now, such as a baseline. */
export function ChooseRuns({ chosen }: { chosen: Pick<Chosen, "before" | "after" | "others"> }) {
  const runs = useRuns();
  if (!runs) return undefined;
  const choose = (side: (typeof both)[number], id: string) => {
    const others = chosen.others.includes(chosen.after)
      ? chosen.others.map((one) => (side === "after" && one === chosen.after ? id : one))
      : [side === "after" ? id : chosen.after];
    go(compareAddress({ ...chosen, suite: undefined, [side]: id, others: [...new Set(others)] }));
  };
  return (
    <>
      {both.map((side) => (
        <Choice
          key={side}
          about={`run ${side}`}
          label={side}
          value={chosen[side]}
          options={runs}
          choose={(id) => choose(side, id)}
        />
      ))}
    </>
  );
}

/** One more run to be compared with the first. */
export function AddRun({ chosen }: { chosen: Chosen }) {
  const left = useRuns()?.filter(([id]) => id !== chosen.before && !chosen.others.includes(id)) ?? [];
  if (left.length === 0) return undefined;
  return (
    <Choice
      about="one more run"
      label="and"
      value=""
      options={[["", "one more run …"], ...left]}
      choose={(id) => go(compareAddress({ ...chosen, others: [...chosen.others, id] }))}
    />
  );
}

type Variant = CompareAnswer["before"]["suites"][number]["variants"][number];

/** Which variants, for every suite of which a side has several. */
export function ChooseVariants({ answer, chosen }: { answer: CompareAnswer; chosen: Chosen }) {
  const shared = answer.after.suites.flatMap((after) => {
    const before = answer.before.suites.find(({ suite }) => suite === after.suite);
    const several = before && before.variants.length + after.variants.length > 2;
    return several && (!chosen.suite || chosen.suite === after.suite) ? [{ suite: after.suite, before, after }] : [];
  });
  return (
    <>
      {shared.map(({ suite, before, after }) => {
        const pair = answer.suites.length === 1 ? answer.suites.find((one) => one.suite === suite) : undefined;
        const now = { before: pair?.before.variant, after: pair?.after.variant };
        return (
          <div className="choices row controls" key={suite}>
            <span className="note">variants of {suite}</span>
            {both.map((side) => (
              <Choice
                key={side}
                about={`variant ${side}`}
                label={side}
                value={now[side] ? words(now[side]) : "…"}
                options={(side === "before" ? before : after).variants.map(
                  (one) => [words(one), words(one) || "the only one"] as const,
                )}
                choose={(name) => {
                  const variant = (side === "before" ? before : after).variants.find((one) => words(one) === name);
                  if (!variant) return;
                  const [first] = before.variants;
                  const other =
                    now[side === "before" ? "after" : "before"] ??
                    otherThan(variant, side === "before" ? after.variants : before.variants) ??
                    first ??
                    {};
                  const choice = side === "before" ? variantChoice(variant, other) : variantChoice(other, variant);
                  go(compareAddress({ ...chosen, suite, variant: choice, case: undefined }));
                }}
              />
            ))}
          </div>
        );
      })}
    </>
  );
}

/** The first variant that is not this one, as nobody compares a variant with itself. */
function otherThan(variant: Variant, variants: readonly Variant[]): Variant | undefined {
  return variants.find((one) => words(one) !== words(variant)) ?? variants[0];
}

function words(variant: Variant): string {
  return Object.entries(variant)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
