/** Widths of photo frames, as the `sizes` attribute of an `img`. Pages that preload a photo need the same ones. */

/** A card of Browse. */
export const BROWSE_CARD_SIZES = "(min-width: 1344px) 302px, (min-width: 640px) 410px, calc(100vw - 16px)";
/** A card of My Crushes. */
export const CRUSH_CARD_SIZES = "(min-width: 1344px) 302px, (min-width: 900px) 410px, (min-width: 640px) 240px, 50vw";
/** The photos of a profile. */
export const CAROUSEL_SIZES = "(min-width: 1252px) 500px, (min-width: 700px) 42vw, 100vw";
