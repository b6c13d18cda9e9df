/** Widths of photo frames, as the `sizes` attribute of an `img`. Pages that preload a photo need the same ones. */

/**
 * A photo as wide as a phone: a little less than that, so that a phone of 390 px with two device pixels each loads 720 px
 * instead of 1080, and one with three loads as many as one with two. On a phone, the difference is not visible.
 */
export const PHONE_WIDTH = "(min-resolution: 2.5dppx) 61vw, 92vw";
/** A card of Browse, in the grid or the daily set. */
export const BROWSE_CARD_SIZES = `(min-width: 1344px) 302px, (min-width: 640px) 410px, ${PHONE_WIDTH}`;
export const CRUSH_CARD_SIZES = "(min-width: 1344px) 302px, (min-width: 900px) 410px, (min-width: 640px) 240px, 50vw";
export const CAROUSEL_SIZES = `(min-width: 1252px) 500px, (min-width: 700px) 42vw, ${PHONE_WIDTH}`;
export const MAIN_PHOTO_SIZES = "(min-width: 900px) 280px, 62vw";
