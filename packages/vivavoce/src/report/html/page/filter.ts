import type { PageElement } from "./dom.ts";

/** Lets a reader narrow a suite's cases by status and by words. */
export function startFilter(suite: PageElement): void {
  const rows = [...suite.querySelectorAll(".case")];
  const buttons = [...suite.querySelectorAll(".filter button")];
  const search = suite.querySelector(".filter input");
  const count = suite.querySelector(".filter output");
  const words = new Map<PageElement, string>();
  let status = "";
  const textOf = (row: PageElement): string => {
    const known = words.get(row);
    if (known !== undefined) return known;
    // Read once, before the transcript is added to the row.
    const text = (row.textContent ?? "").toLowerCase();
    words.set(row, text);
    return text;
  };
  for (const row of rows) textOf(row);
  const apply = () => {
    const wanted = (search?.value ?? "").trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const fits = (status === "" || row.getAttribute("data-status") === status) && textOf(row).includes(wanted);
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    if (count) count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length}`;
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      status = button.getAttribute("data-status") ?? "";
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      apply();
    });
  }
  search?.addEventListener("input", apply);
}
