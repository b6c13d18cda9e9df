import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import type { Config } from "#server/config.ts";
import { site } from "#site";

/** Where Google's tag comes from, and where it tells what. */
const TAG = "https://www.googletagmanager.com";
const TAG_TELLS = [
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
  "https://*.googletagmanager.com",
];

/**
 * What a page of ours may load. Scripts are our own files and the one that sets the theme before the first paint, by
 * its hash; styles may be inline, which Radix's scroll lock needs (docs/decisions/004).
 * @param inlineScripts such as `sha256-…`, as the build found them
 * @param tag the operator's analytics tag; without one nobody else's script is let in
 */
export function setSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  inlineScripts: readonly string[],
  tag: string = site.analyticsTag,
): void {
  const tells = tag === "" ? [] : TAG_TELLS;
  const secure = config.publicUrl?.startsWith("https:") ?? false;
  // Made once: as a plugin of Fastify it would put the same policy together for every request.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts.map((hash) => `'${hash}'`), ...(tag === "" ? [] : [TAG])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", ...tells],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...tells],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "same-origin" },
  });
  app.addHook("onRequest", ({ raw }, reply, done) => setHeaders(raw, reply.raw, () => done()));
}
