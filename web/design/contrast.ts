/** A colour's relative luminance, from 0 to 1 (WCAG 2.2). @param rgb from 0 to 255 */
function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The channels from 0 to 255. @param hex as `#rrggbb`, or `#rgb` after minification */
function channelsOf(hex: string): number[] {
  const digits = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}

/** The contrast ratio of two opaque colours, from 1 to 21. @param one as `#rrggbb` or `#rgb` */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map((hex) => luminance(channelsOf(hex))).toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
