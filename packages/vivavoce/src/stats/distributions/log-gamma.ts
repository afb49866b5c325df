const halfLogTwoPi = Math.log(2 * Math.PI) / 2;
const seriesFrom = 10;

/** B₂ₖ / (2k(2k−1)) for k = 1…10: the coefficients of Stirling's series. */
const stirlingCoefficients = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360360,
  1 / 156,
  -3617 / 122400,
  43867 / 244188,
  -174611 / 125400,
];

/** ln Γ(x) for x > 0: Stirling's series, reached from below by Γ(x + 1) = xΓ(x) (Abramowitz & Stegun 6.1.15, 6.1.40). */
export function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  for (; shifted < seriesFrom; shifted += 1) product *= shifted;
  return leadingTerms(shifted) + stirlingSeries(shifted) - Math.log(product);
}

/** What ln Γ(x) is above (x − ½)ln x − x + ½ln 2π. Small, so differences of large log-gammas keep their digits. */
export function stirlingError(x: number): number {
  return x >= seriesFrom ? stirlingSeries(x) : logGamma(x) - leadingTerms(x);
}

function leadingTerms(x: number): number {
  return (x - 0.5) * Math.log(x) - x + halfLogTwoPi;
}

function stirlingSeries(x: number): number {
  const inverseSquare = 1 / (x * x);
  let sum = 0;
  for (const coefficient of stirlingCoefficients.toReversed()) sum = sum * inverseSquare + coefficient;
  return sum / x;
}
