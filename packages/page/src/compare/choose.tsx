import { variantChoice } from "../../../vivavoce/src/report/views/variant-choice.ts";
import { go } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import type { CompareAnswer } from "./answer.ts";
import { type Chosen, compareAddress } from "./chosen.ts";

const both = ["before", "after"] as const;

/** Which two runs: the newest are offered, and whatever is chosen now, such as a baseline. */
export function ChooseRuns({ chosen }: { chosen: Pick<Chosen, "before" | "after"> }) {
  const { answer } = useAnswer("runs", {});
  if (!answer) return undefined;
  const words = (run: (typeof answer.runs)[number]) =>
    [run.id, new Date(run.createdAt).toISOString().slice(0, 16).replace("T", " "), run.note]
      .filter(Boolean)
      .join(" · ");
  const runs = answer.runs.map((run) => ({ id: run.id, words: words(run) }));
  return (
    <>
      {both.map((side) => (
        <label key={side}>
          {side}{" "}
          <select
            aria-label={`run ${side}`}
            value={chosen[side]}
            onChange={({ target }) => go(compareAddress({ ...chosen, suite: undefined, [side]: target.value }))}
          >
            {runs.some(({ id }) => id === chosen[side]) ? undefined : (
              <option value={chosen[side]}>{chosen[side] || "…"}</option>
            )}
            {runs.map(({ id, words }) => (
              <option value={id} key={id}>
                {words}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
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
          <div className="choices" key={suite}>
            <span className="note">variants of {suite}</span>
            {both.map((side) => (
              <VariantSelect
                key={side}
                label={side}
                variants={(side === "before" ? before : after).variants}
                value={now[side]}
                choose={(variant) => {
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

interface VariantSelectProps {
  label: string;
  variants: readonly Variant[];
  value: Variant | undefined;
  choose(variant: Variant): void;
}

function VariantSelect({ label, variants, value, choose }: VariantSelectProps) {
  const at = value ? variants.findIndex((one) => words(one) === words(value)) : -1;
  return (
    <label>
      {label}{" "}
      <select
        aria-label={`variant ${label}`}
        value={at}
        onChange={({ target }) => {
          const variant = variants[Number(target.value)];
          if (variant) choose(variant);
        }}
      >
        {at === -1 ? <option value={-1}>…</option> : undefined}
        {variants.map((variant, index) => (
          <option value={index} key={words(variant)}>
            {words(variant) || "the only one"}
          </option>
        ))}
      </select>
    </label>
  );
}
