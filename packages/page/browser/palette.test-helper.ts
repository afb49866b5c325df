type Colour = readonly number[];

/** How people see who lack one kind of cone, as a matrix on linear light (Machado, Oliveira and Fernandes 2009). */
export const deficiencies: Record<string, readonly Colour[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** "rgb(40, 90, 214)" as linear light. */
export function linear(css: string): Colour {
  const parts = css.match(/[\d.]+/g)?.slice(0, 3) ?? [];
  return parts.map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

const dot = (row: Colour, colour: Colour) => row.reduce((sum, part, index) => sum + part * (colour[index] ?? 0), 0);

export function seenBy(matrix: readonly Colour[], colour: Colour): Colour {
  return matrix.map((row) => Math.min(1, Math.max(0, dot(row, colour))));
}

/** Lightness, and how red and yellow it is: about as far from each other as people see them (CIELAB). */
export function lab(colour: Colour): Colour {
  const [x, y, z] = [
    dot([0.4124, 0.3576, 0.1805], colour) / 0.95047,
    dot([0.2126, 0.7152, 0.0722], colour),
    dot([0.0193, 0.1192, 0.9505], colour) / 1.08883,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116)) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

export function distance(a: Colour, b: Colour): number {
  const [one, other] = [lab(a), lab(b)];
  return Math.hypot(...one.map((part, index) => part - (other[index] ?? 0)));
}

/** The contrast of WCAG 2. */
export function contrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [a, b].map((one) => dot([0.2126, 0.7152, 0.0722], one)).sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Whether people would call it green. */
export function isGreen(colour: Colour): boolean {
  const [, red = 0, yellow = 0] = lab(colour);
  const hue = ((Math.atan2(yellow, red) * 180) / Math.PI + 360) % 360;
  return Math.hypot(red, yellow) > 12 && hue > 110 && hue < 200;
}
