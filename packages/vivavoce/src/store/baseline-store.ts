import { canonicalJson } from "../base/index.ts";
import { currentResult, type VariantResult } from "../shape/index.ts";
import { StorePart } from "./store-database.ts";

/** Baselines by suite and name. A baseline keeps its own values, so that it outlives the run it was taken from. */
export class BaselineStore extends StorePart {
  /** Points the name at these results. Earlier results of the same suites lose it; those of other suites keep it. */
  async set(name: string, results: readonly VariantResult[], at: number): Promise<void> {
    const suites = [...new Set(results.map(({ suite }) => suite))];
    if (suites.length === 0) return;
    const rows = results.map(({ cases, ...header }) => ({
      suite: header.suite,
      name,
      // The same choice has the same key, whatever the order of its values.
      variant: canonicalJson(header.variant),
      run: header.run,
      created_at: at,
      header: this.redactor.json(header),
      cases: this.redactor.json(cases),
    }));
    await this.database.atomically(async (transaction) => {
      await transaction.deleteFrom("baselines").where("name", "=", name).where("suite", "in", suites).execute();
      for (const row of rows) await transaction.insertInto("baselines").values(row).execute();
    });
  }

  /** Sorted by suite, then name. */
  async list() {
    const rows = await this.database
      .selectFrom("baselines")
      .select(["suite", "name", "run", "created_at", "header"])
      .orderBy("suite")
      .orderBy("name")
      .orderBy("variant")
      .execute();
    return rows.map(({ suite, name, run, created_at, header }) => {
      return { suite, name, run, createdAt: Number(created_at), header: this.#header(header) };
    });
  }

  /** The results with a name, as they were when they got it; none if there are none. */
  async find(name: string): Promise<VariantResult[]> {
    const rows = await this.database
      .selectFrom("baselines")
      .select(["header", "cases"])
      .where("name", "=", name)
      .orderBy("suite")
      .orderBy("variant")
      .execute();
    return rows.map(({ header, cases }) => {
      return currentResult({ ...this.#header(header), cases: this.database.json<VariantResult["cases"]>(cases) });
    });
  }

  /** Returns how many results had the name. */
  async remove(name: string): Promise<number> {
    const { numDeletedRows } = await this.database
      .deleteFrom("baselines")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  #header(text: string): Omit<VariantResult, "cases"> {
    return this.database.json(text);
  }
}
