interface ChoiceProps {
  /** What is chosen, for those who cannot see what stands around it. */
  about: string;
  /** Stands before it. */
  label?: string;
  value: string;
  /** What can be chosen, each perhaps in other words. */
  options: readonly (string | readonly [value: string, words: string])[];
  choose(value: string): void;
}

/** One of several. What is chosen now is offered even if it is not among them, as an address may have it. */
export function Choice({ about, label, value, options, choose }: ChoiceProps) {
  const pairs = options.map((one) => (typeof one === "string" ? ([one, one] as const) : one));
  const known = pairs.some(([one]) => one === value);
  const select = (
    <select aria-label={about} value={value} onChange={({ target }) => choose(target.value)}>
      {(known ? pairs : [[value, value || "…"] as const, ...pairs]).map(([one, words]) => (
        <option value={one} key={one}>
          {words}
        </option>
      ))}
    </select>
  );
  if (label === undefined) return select;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control stands in it.
    <label>
      {label} {select}
    </label>
  );
}
