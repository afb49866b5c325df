/** A difference with its sign, with a real minus: "+0.05", "−0.20". */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (Number(text) === 0) return Math.abs(value) < 1e-9 ? "±0.00" : value < 0 ? "−0.00" : "+0.00";
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** "0.031", "< 0.001" */
export function showP(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}
