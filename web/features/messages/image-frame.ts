const UPRIGHT = 208;
const LYING = 260;
/** Width by height: more than this is cut, until it is enlarged. */
const NARROWEST = 4 / 5;
const WIDEST = 16 / 9;

/** How large a picture is drawn in its bubble: its width in pixels, and width by height. */
export function frameOf(image: { readonly width: number; readonly height: number } | null) {
  const own = image && image.width > 0 && image.height > 0 ? image.width / image.height : NARROWEST;
  const ratio = Math.min(Math.max(own, NARROWEST), WIDEST);
  return { width: ratio > 1 ? LYING : UPRIGHT, ratio };
}
