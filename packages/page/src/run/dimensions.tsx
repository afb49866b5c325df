import { showValue, unknown } from "../../../vivavoce/src/report/figures.ts";
import { address } from "../data/route.ts";
import { Fold } from "../parts/fold.tsx";
import { keyed } from "../parts/keyed.tsx";
import { Wide } from "../parts/wide.tsx";
import { MetricPlot } from "./metric-plot.tsx";
import { type Measures, VariantTitles } from "./metric-table.tsx";

/** More dimensions than these are shown when the reader asks for them. */
const mostAtOnce = 8;

type Table = Measures["dimensions"][number];

/** A metric by its dimensions: means with intervals, what changed between two variants, and every case. */
export function Dimensions({
  table,
  titles,
  at,
}: {
  table: Table;
  titles: readonly string[];
  at: { run: string; suite: number };
}) {
  const { metric, min, max, passesAt, rows, note } = table;
  const title = (
    <h3>
      {metric} by dimension
      <span className="facts">
        from {min} to {max}
        {passesAt === undefined ? "" : `, passes at ${passesAt}`}
      </span>
    </h3>
  );
  return (
    <Fold name="dimensions" open={rows.length <= mostAtOnce} title={title}>
      <Wide label={`${metric} by dimension`}>
        <table className="plots">
          <thead>
            <tr>
              <td />
              <td />
              <VariantTitles titles={titles} />
              {note === undefined ? undefined : <th scope="col">change [95 %]</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, columns, change }) => (
              <tr key={id}>
                <th scope="row">{id}</th>
                <td>
                  <MetricPlot name={id} measures={columns} />
                </td>
                {keyed(columns, ({ figures, counted }) => (
                  <td className="number">
                    {figures} {counted === undefined ? undefined : <small>· {counted}</small>}
                  </td>
                ))}
                {note === undefined ? undefined : (
                  <td className="number">{change ? `${change.figures} ${change.words}` : unknown}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {note === undefined ? undefined : <p className="note">{note}</p>}
      <EveryCase table={table} at={at} />
    </Fold>
  );
}

/** Every case with its score in each dimension, variant after variant: "3 → 5". */
function EveryCase({ table: { metric, rows, cases, more }, at }: { table: Table; at: { run: string; suite: number } }) {
  const shown = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? unknown : String(Number(showValue(value))))).join(" → ");
  return (
    <details>
      <summary>every case by dimension</summary>
      <Wide label={`every case by dimension of ${metric}`}>
        <table>
          <thead>
            <tr>
              <td />
              {keyed([metric, ...rows.map(({ id }) => id)], (name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cases.map(({ id, whole, values }) => (
              <tr key={id}>
                <th scope="row">
                  <a className="id" href={address(["case", at.run, at.suite, id])}>
                    {id}
                  </a>
                </th>
                {keyed([whole, ...values], (own) => (
                  <td className="number">{shown(own)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {more > 0 ? <p className="note">… {more} more: viva show --dimensions --json lists them</p> : undefined}
    </details>
  );
}
