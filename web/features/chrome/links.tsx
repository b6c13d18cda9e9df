import type { ComponentProps, MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { social } from "#site";
import css from "#web/features/chrome/links.module.css";

/** A page and its name. */
export interface Page {
  readonly label: string;
  readonly to: string;
}

export const HOW_IT_WORKS: Page = { label: "How it Works", to: "/#how-it-works" };

const HELP: Page = { label: "Help Center", to: "/help" };
const SAFETY: Page = { label: "Safety Tips", to: "/safety" };
const GUIDELINES: Page = { label: "Community Guidelines", to: "/community-guidelines" };
const TERMS: Page = { label: "Terms", to: "/terms" };
const PRIVACY: Page = { label: "Privacy", to: "/privacy" };
const CONTACT: Page = { label: "Contact Us", to: "/contact" };

/** The footer's columns. The operator's pages elsewhere follow in the last one. */
export const COLUMNS: readonly { readonly title: string; readonly links: readonly Page[] }[] = [
  { title: "Company", links: [{ label: "How it Works", to: "/how-it-works" }, GUIDELINES] },
  { title: "Support", links: [HELP, { label: "FAQ", to: "/faq" }, SAFETY] },
  { title: "Legal", links: [TERMS, PRIVACY, { label: "Cookies", to: "/cookie-policy" }] },
  { title: "Connect", links: [CONTACT] },
];

/** Those of an operator's own pages elsewhere that have an address. */
export const linksElsewhere = (all: typeof social): Page[] =>
  all.flatMap(({ label, url }) => (url === "" ? [] : [{ label, to: url }]));

export const SOCIAL: readonly Page[] = linksElsewhere(social);

/** What members need at hand under the app's screens. */
export const SLIM: readonly Page[] = [HELP, SAFETY, GUIDELINES, CONTACT, TERMS, PRIVACY];

/** One's own profile and what belongs to it; any other `/profile/…` is somebody else. */
const OWN = ["/profile", "/profile/subscription"];

/** Whether a member is at one of the app's places. */
export function useIsAt(place: string): boolean {
  const { pathname } = useLocation();
  return place === "/profile" ? OWN.includes(pathname) : pathname === place || pathname.startsWith(`${place}/`);
}

/** Takes a click on a link to the part of the page that `name` is of, where that is on screen: the page glides there. */
export function glide(event: MouseEvent<HTMLAnchorElement>, name: string | undefined): void {
  const part = name && document.getElementById(name);
  if (!part || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  part.scrollIntoView({ behavior: calm ? "instant" : "smooth" });
  part.focus({ preventScroll: true });
}

/** A link to a page, or to a part of one. Where that part is on screen already, the page glides there. */
export function PageLink({ to, onClick, ...rest }: Omit<ComponentProps<typeof Link>, "to"> & { to: string }) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    glide(event, to.split("#")[1]);
  };
  return <Link {...rest} to={to} onClick={press} />;
}

/** The first thing a keyboard reaches: over the header to what the page is about. */
export const SkipLink = () => (
  // The browser's own way would be an entry of its history that the router knows nothing of. The router's link would name
  // the page, and the one for unknown addresses is drawn under another than it is shown at.
  // biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, and is taken over where script runs
  <a href="#main" className={css.skip} onClick={(event) => glide(event, "main")}>
    Skip to content
  </a>
);
