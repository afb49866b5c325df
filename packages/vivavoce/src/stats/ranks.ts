/** The rank of each value from 1, in the order given; equal values share the mean of their ranks. */
export function averageRanks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((left, right) => (values[left] ?? 0) - (values[right] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  let start = 0;
  while (start < order.length) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (const index of order.slice(start, end)) ranks[index] = (start + end + 1) / 2;
    start = end;
  }
  return ranks;
}
