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
function stirlingError(x: number): number {
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

const tiny = 1e-300;
const mostSteps = 1_000_000;

/** A point in [0, 1] with its distance to 1, which the caller often knows to more digits than 1 − x has. */
interface UnitPoint {
  x: number;
  rest: number;
}

/**
 * ln of xᵃ(1−x)ᵇ / B(a, b). Written around the peak x₀ = a/(a+b), where the large terms cancel on paper
 * instead of in the machine (the saddle-point form of C. Loader, 2000).
 */
export function logBetaKernel({ x, rest }: UnitPoint, a: number, b: number): number {
  const offset = x * b - rest * a;
  const exponent =
    a * excessOverLog(offset / a, (x * (a + b)) / a) + b * excessOverLog(-offset / b, (rest * (a + b)) / b);
  const correction = stirlingError(a) + stirlingError(b) - stirlingError(a + b);
  return -exponent - correction + 0.5 * (Math.log(a / (a + b)) + Math.log(b / (2 * Math.PI)));
}

/**
 * ln of the regularised incomplete beta function Iₓ(a, b), the chance that Beta(a, b) is at most x: exact far into the
 * lower tail, where Iₓ itself is no longer a number.
 */
export function logRegularisedBeta(point: UnitPoint, a: number, b: number): number {
  if (point.x <= 0) return Number.NEGATIVE_INFINITY;
  if (point.rest <= 0) return 0;
  if (point.x * (a + b + 2) <= a + 1) return logLowerTail(point, a, b);
  return Math.log1p(-Math.exp(logLowerTail({ x: point.rest, rest: point.x }, b, a)));
}

function logLowerTail(point: UnitPoint, a: number, b: number): number {
  return logBetaKernel(point, a, b) - Math.log(continuedFraction(point, a, b));
}

/**
 * The contracted continued fraction of DiDonato & Morris (1992), evaluated forwards (Lentz's method): quick while x is
 * below the mean of Beta(a, b), and without the cancellation that the textbook's form has when x is close to 1.
 */
function continuedFraction({ x, rest }: UnitPoint, a: number, b: number): number {
  const offset = a * rest - b * x;
  let fraction = awayFromZero((a * (offset + 1)) / (a + 1));
  let numerator = fraction;
  let denominator = 0;
  for (let step = 1; step <= mostSteps; step += 1) {
    const odd = a + 2 * step - 1;
    const over = ((a + step - 1) / odd) * ((a + b + step - 1) / odd) * step * (b - step) * x * x;
    const under = step + (step * (b - step) * x) / odd + ((a + step) * (offset + 1 + step * (1 + rest))) / (odd + 2);
    denominator = 1 / awayFromZero(under + over * denominator);
    numerator = awayFromZero(under + over / numerator);
    const change = numerator * denominator;
    fraction *= change;
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return fraction;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

/** u − ln(1 + u), given both u and 1 + u; by a series where the two would cancel. */
function excessOverLog(u: number, onePlusU: number): number {
  if (Math.abs(u) > 0.3) return u - Math.log(onePlusU);
  const ratio = u / (2 + u);
  const square = ratio * ratio;
  let sum = 0;
  for (let order = 27; order >= 3; order -= 2) sum = sum * square + 1 / order;
  return ratio * u - 2 * ratio * square * sum;
}
