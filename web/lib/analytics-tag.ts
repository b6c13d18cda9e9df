import { setTagListener } from "#web/lib/analytics.ts";
import { reloadPage } from "#web/lib/leaving.ts";

const WORDS = new Set(
  (
    "how-it-works help faq safety community-guidelines terms privacy cookie-policy contact notice reset-password " +
    "verify-email not-me appeal data-copy newsletter notifications confirm unsubscribe profile subscription test-checkout browse " +
    "crushes messages settings get-verified invite"
  ).split(" "),
);

/** Analytics receives neither ids nor tokens. */
export const redactPath = (pathname: string): string =>
  pathname
    .split("/")
    .map((segment) => (segment === "" || WORDS.has(segment) ? segment : "-"))
    .join("/");

/** Google's tag expects the `arguments` object itself, not an array. */
function gtag(..._: readonly unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: the tag recognises a command by its `arguments` object
  window.dataLayer.push(arguments);
}

let loaded = false;

function load(id: string): void {
  loaded = true;
  gtag("js", new Date());
  gtag("config", id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  setTagListener((event, details) => gtag("event", event, details));
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

/** The tag reads the window's own address, so it loads on the first page whose path needs no redaction. */
export function trackPageView(id: string, pathname: string): void {
  const address = redactPath(pathname);
  if (!loaded && address !== pathname) return;
  // A title may hold a member's name, and a referrer the previous path unredacted.
  const pageFields = { page_location: location.origin + address, page_title: address, page_referrer: "" };
  if (!loaded) {
    gtag("set", pageFields);
    load(id);
  }
  gtag("set", pageFields);
  gtag("event", "page_view");
}

/** Google's tag sets its cookies on the widest domain it can. */
const cookieDomains = (): string[] => {
  const parts = location.hostname.split(".");
  return ["", ...parts.map((_, i) => `; domain=${parts.slice(i).join(".")}`)];
};

/** Deletes the tag's cookies. A loaded tag cannot be unloaded, so the page reloads. */
export function removeAnalyticsTag(): void {
  const names = document.cookie.split("; ").map((cookie) => cookie.split("=")[0] ?? "");
  for (const name of names.filter((one) => /^_ga(_|$)/.test(one))) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
    for (const domain of cookieDomains()) document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
  if (loaded) reloadPage();
}
