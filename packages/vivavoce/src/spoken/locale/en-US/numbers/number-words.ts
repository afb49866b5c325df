/** What number words stand for: the vocabulary that digits are read from. */
export const units: ReadonlyMap<string, number> = listed("one two three four five six seven eight nine", 1);
export const teens: ReadonlyMap<string, number> = listed(
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  10,
);
export const tens: ReadonlyMap<string, number> = new Map([
  ...listed("twenty thirty forty fifty sixty seventy eighty ninety", 2, 10),
  ["fourty", 40],
]);
export const unitOrdinals: ReadonlySet<string> = new Set(
  "first second third fourth fifth sixth seventh eighth ninth".split(" "),
);
export const zeros: ReadonlySet<string> = new Set(["zero", "oh", "o", "nought", "naught"]);
export const repeats: ReadonlyMap<string, number> = new Map([
  ["double", 2],
  ["triple", 3],
  ["treble", 3],
  ["quadruple", 4],
]);

function listed(words: string, from: number, times = 1): Map<string, number> {
  return new Map(words.split(" ").map((word, index) => [word, (from + index) * times]));
}
