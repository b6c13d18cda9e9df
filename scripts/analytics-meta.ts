import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * None without a tag.
 * @param tag such as `G-AB12CD34EF`, or empty
 * @throws Error if it is not a Google tag: a container tag could load arbitrary scripts
 */
export function analyticsMeta(tag: string): HtmlTagDescriptor[] {
  if (tag === "") return [];
  if (!/^G-[A-Z0-9]+$/.test(tag))
    throw new Error(`site.config.ts: analyticsTag must be a Google tag such as G-AB12CD34EF`);
  return [{ tag: "meta", attrs: { name: "analytics-tag", content: tag }, injectTo: "head" }];
}

export const analyticsMetaPlugin = (tag: string): Plugin => ({
  name: "analytics-meta",
  transformIndexHtml: () => analyticsMeta(tag),
});
