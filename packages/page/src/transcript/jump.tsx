/** Shows an element of the page and gives it the focus; what is folded around it opens. */
export function jumpTo(id: string): void {
  const target = document.getElementById(id);
  for (let around = target?.closest("details"); around; around = around.parentElement?.closest("details"))
    around.open = true;
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}

/** The number behind quoted words, which leads to the check that quotes them. */
export function ToCheck({ number, id }: { number: number; id: string }) {
  return (
    <button
      type="button"
      className="footnote"
      id={`${id}-quote-${number}`}
      aria-label={`quote ${number}: go to its check`}
      onClick={() => jumpTo(`${id}-check-${number}`)}
    >
      {number}
    </button>
  );
}
