import { drawFirstText } from "#web/inline/first-text.ts";

/* The build writes this script behind the frames of messages (`scripts/prerender-pages.ts`). */
try {
  drawFirstText();
} catch {
  // The stored session is damaged, which the app handles.
}
