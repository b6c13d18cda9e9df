import { setTagListener } from "#web/lib/analytics.ts";

/** Addresses whose last part names a person, or lets somebody in. */
const TELLING =
  /^(\/(?:profile|messages|test-checkout|reset-password|verify-email|not-me|newsletter\/\w+)\/)(?!subscription$).+/;

/** An address of ours without whom it is about and what it lets in: that is nobody's but the visitor's. */
export const redactPath = (pathname: string): string => pathname.replace(TELLING, "$1-");

/** Takes its arguments as Google's tag wants them: as they are, not as a list. */
function gtag(..._: readonly unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: the tag tells a command from an event by that
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

/**
 * Notes that a page is looked at, by a visitor who has agreed. The tag is loaded with the first whose address tells nothing:
 * it reads the window's own.
 */
export function trackPageView(id: string, pathname: string): void {
  const address = redactPath(pathname);
  if (!loaded && address !== pathname) return;
  // A title may hold somebody's name, and a referrer the address before.
  const about = { page_location: location.origin + address, page_title: address, page_referrer: "" };
  if (!loaded) {
    gtag("set", about);
    load(id);
  }
  gtag("set", about);
  gtag("event", "page_view");
}

/** Google's tag keeps its cookies for the widest domain that it may. */
const domains = (): string[] => {
  const parts = location.hostname.split(".");
  return ["", ...parts.map((_, i) => `; domain=${parts.slice(i).join(".")}`)];
};

/** Forgets what the tag has left in this browser, and the tag with it: it cannot be unloaded. */
export function removeAnalyticsTag(): void {
  const names = document.cookie.split("; ").map((cookie) => cookie.split("=")[0] ?? "");
  for (const name of names.filter((one) => /^_ga(_|$)/.test(one))) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
    for (const domain of domains()) document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
  if (loaded) location.reload();
}
