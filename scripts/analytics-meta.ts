import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * Where the browser's side finds the operator's tag: a `<meta>` in every page; none where there is no tag.
 * @param tag as `G-AB12CD34EF`, or an empty text
 * @throws Error where it is none of Google's: a whole container could load anything
 */
export function analyticsMeta(tag: string): HtmlTagDescriptor[] {
  if (tag === "") return [];
  if (!/^G-[A-Z0-9]+$/.test(tag))
    throw new Error(`site.config.ts: analyticsTag must be a Google tag such as G-AB12CD34EF`);
  return [{ tag: "meta", attrs: { name: "analytics-tag", content: tag }, injectTo: "head" }];
}

/** Writes it into the pages. */
export const analyticsMetaPlugin = (tag: string): Plugin => ({
  name: "analytics-meta",
  transformIndexHtml: () => analyticsMeta(tag),
});
