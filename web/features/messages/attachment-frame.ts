const PORTRAIT_WIDTH = 208;
const LANDSCAPE_WIDTH = 260;
/** Width by height: more than this is cut, until it is enlarged. */
const ASPECT_MIN = 4 / 5;
const ASPECT_MAX = 16 / 9;

/** How large a picture is drawn in its bubble: its width in pixels, and width by height. */
export function getFrame(image: { readonly width: number; readonly height: number } | null) {
  const own = image && image.width > 0 && image.height > 0 ? image.width / image.height : ASPECT_MIN;
  const ratio = Math.min(Math.max(own, ASPECT_MIN), ASPECT_MAX);
  return { width: ratio > 1 ? LANDSCAPE_WIDTH : PORTRAIT_WIDTH, ratio };
}
