import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import type { Config } from "#server/config.ts";
import { site } from "#site";

/** The source of Google's tag, and the hosts that it sends data to. */
const TAG = "https://www.googletagmanager.com";
const TAG_HOSTS = [
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
  "https://*.googletagmanager.com",
];

/**
 * Sets the Content-Security-Policy and other headers. The inline script that sets the theme before the first paint is
 * allowed by its hash; inline styles are needed by Radix's scroll lock (docs/decisions/004).
 * @param inlineScripts hashes from the build, such as `sha256-…`
 * @param tag the operator's analytics tag; empty for none
 */
export function setSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  inlineScripts: readonly string[],
  tag: string = site.analyticsTag,
): void {
  const tagHosts = tag === "" ? [] : TAG_HOSTS;
  const secure = config.publicUrl?.startsWith("https:") ?? false;
  // Helmet itself instead of its Fastify plugin, which would build the same policy for every request.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts.map((hash) => `'${hash}'`), ...(tag === "" ? [] : [TAG])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", ...tagHosts],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...tagHosts],
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

/** Whether a page of this origin may open a socket. Clients without an origin are not browsers. */
export function isSameOrigin(
  { publicUrl, production }: Pick<Config, "publicUrl" | "production">,
  origin: string | undefined,
  host: string | undefined,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return !production && host !== undefined && new URL(origin).host === host;
}
