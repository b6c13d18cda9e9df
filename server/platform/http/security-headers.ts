import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import type { Config } from "#server/config.ts";
import { site } from "#site";

const TAG = "https://www.googletagmanager.com";
const TAG_HOSTS = [
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
  "https://*.googletagmanager.com",
];

/** Types in which a browser runs scripts: HTML, SVG and other XML. */
const DOCUMENT_TYPE = /html|xml/;
/** A worker has the policy of its own script. The build names the script of a worker after its source. */
const WORKER_SCRIPT = /^\/(?:sw|assets\/[\w-]*-worker-[\w-]+)\.js$/;
/** The worker that reads a member's workout files. Its policy is what keeps them on the device. */
const FILES_WORKER = /^\/assets\/workout-files-worker-[\w-]+\.js$/;
/** A script that reaches nothing, and loads nothing. */
const ISOLATED = "default-src 'none';frame-ancestors 'none'";
/** Scripts, styles and fonts of the build. They are public. */
const ASSETS = "/assets/";

/** The only page that may use the camera; see `web/screens/get-verified/get-verified.tsx`. */
const CAMERA_PAGE = /^\/get-verified\/?$/i;

/** For a response opened directly: it runs no scripts and cannot be framed. Browsers still show pictures and text. */
const SANDBOX = "sandbox;frame-ancestors 'none'";

/**
 * Sets the security headers by kind of response:
 * - Documents and worker scripts get a policy that allows what the app needs, and Helmet's other headers. One page may
 *   use the camera, none the microphone.
 * - The worker that reads workout files gets a policy that allows it no connection.
 * - Other responses get a policy that runs no scripts, in case a browser treats one as a document.
 * - Other responses except assets also get a Cross-Origin-Resource-Policy, so that no other site can load them.
 * - All get `nosniff`, and HSTS if the site uses HTTPS.
 *
 * A 304 updates the headers of the browser's copy. Without a type it could be of a document, such as an SVG, so it gets
 * no policy and the copy keeps its own. The 304 of a page has a type.
 *
 * The inline script that sets the theme before the first paint is allowed by its hash; inline styles are needed by
 * Radix's scroll lock (docs/decisions/004).
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
  const isSecure = config.publicUrl?.startsWith("https:") ?? false;
  const common = {
    "x-content-type-options": "nosniff",
    ...(isSecure && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
  // Helmet itself instead of its Fastify plugin, which would build the same policy for every request.
  const setDocumentHeaders = helmet({
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
    referrerPolicy: { policy: "same-origin" },
    xContentTypeOptions: false,
    strictTransportSecurity: false,
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    const [path = ""] = request.url.split("?");
    reply.headers(common);
    if (DOCUMENT_TYPE.test(String(reply.getHeader("content-type"))) || WORKER_SCRIPT.test(path)) {
      const camera = CAMERA_PAGE.test(path) ? "(self)" : "()";
      reply.header("permissions-policy", `camera=${camera}, microphone=()`);
      setDocumentHeaders(request.raw, reply.raw, () => {
        if (FILES_WORKER.test(path)) reply.raw.setHeader("content-security-policy", ISOLATED);
        done();
      });
      return;
    }
    if (reply.statusCode !== 304) reply.header("content-security-policy", SANDBOX);
    if (!path.startsWith(ASSETS)) reply.header("cross-origin-resource-policy", "same-origin");
    done();
  });
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
