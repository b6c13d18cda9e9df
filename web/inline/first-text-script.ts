import { drawFirstText } from "#web/inline/first-text.ts";

/* The build writes this script behind the frames of messages (`scripts/prerender-pages.ts`). */
drawFirstText();
