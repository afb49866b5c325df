import { plural } from "../../../vivavoce/src/base/plural.ts";
import { showMean, showValue } from "../../../vivavoce/src/report/figures.ts";
import { address } from "../data/route.ts";
import { Fold } from "../parts/fold.tsx";
import { Mark } from "../parts/mark.tsx";
import { Wide } from "../parts/wide.tsx";
import { type Measures, VariantTitles } from "./metric-table.tsx";

/** The variants as columns: pass rates, metrics, and the cases on which they differ. */
export function SideBySide({
  sides,
  at,
}: {
  sides: NonNullable<Measures["sides"]>;
  at: { run: string; suite: number };
}) {
  const { titles, common, measures, flips, more } = sides;
  const differing = flips.length + more;
  return (
    <Fold name="sides" title={<h3>Side by side</h3>}>
      <Wide label="variants side by side">
        <table className="pairs">
          <thead>
            <tr>
              <td />
              <VariantTitles titles={titles} />
            </tr>
          </thead>
          <tbody>
            {measures.map(({ name, means }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {means.map((mean, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: variants keep their order.
                  <td className="number" key={index}>
                    {showMean(mean)}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <td colSpan={titles.length + 1}>
                {differing} of the {plural(common, "case")} that every variant played{" "}
                {differing === 1 ? "differs" : "differ"}
              </td>
            </tr>
            {flips.map(({ caseId, rates }) => (
              <tr key={caseId}>
                <th scope="row">
                  <a className="id" href={address(["case", at.run, at.suite, caseId])}>
                    {caseId}
                  </a>
                </th>
                {rates.map((rate, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: variants keep their order.
                  <td key={index}>
                    {rate === 1 || rate === 0 ? (
                      <Mark status={rate === 1 ? "passed" : "failed"} />
                    ) : (
                      showValue(rate ?? undefined)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {more > 0 ? <p className="note">… {more} more</p> : undefined}
    </Fold>
  );
}
