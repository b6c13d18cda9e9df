import type { ComponentProps, MouseEvent } from "react";
import { useLocation } from "react-router";
import css from "#web/domains/site/chrome/links.module.css";
import { Link } from "#web/ui/link.tsx";

export interface Page {
  readonly label: string;
  readonly to: string;
}

export const HOW_IT_WORKS: Page = { label: "How it Works", to: "/#how-it-works" };

/** The places of a member, followed by Logout. */
export const MEMBER_PLACES: readonly Page[] = [
  { label: "My Crushes", to: "/crushes" },
  { label: "Browse", to: "/browse" },
  { label: "Messages", to: "/messages" },
  { label: "Profile", to: "/profile" },
  { label: "Settings", to: "/settings" },
];

const HELP: Page = { label: "Help Center", to: "/help" };
const SAFETY: Page = { label: "Safety Tips", to: "/safety" };
const GUIDELINES: Page = { label: "Community Guidelines", to: "/community-guidelines" };
const TERMS: Page = { label: "Terms", to: "/terms" };
const PRIVACY: Page = { label: "Privacy", to: "/privacy" };
const COOKIES: Page = { label: "Cookies", to: "/cookie-policy" };
const CONTACT: Page = { label: "Contact Us", to: "/contact" };

/** Below the places in the members' menu. */
export const MENU_LINKS: readonly Page[] = [
  HELP,
  SAFETY,
  { label: "Crush wallet", to: "/profile#crushes" },
  { label: "Invite a friend", to: "/invite" },
];
export const LEGAL_LINKS: readonly Page[] = [CONTACT, TERMS, PRIVACY, COOKIES, GUIDELINES];

export const FOOTER_COLUMNS: readonly { readonly title: string; readonly links: readonly Page[] }[] = [
  { title: "Company", links: [{ label: "How it Works", to: "/how-it-works" }, GUIDELINES, CONTACT] },
  { title: "Support", links: [HELP, { label: "FAQ", to: "/faq" }, SAFETY] },
  {
    title: "Legal",
    links: [TERMS, PRIVACY, COOKIES, { label: "Report Content", to: "/notice" }],
  },
];

/** The own profile and its subpages; any other `/profile/…` is another member. */
const OWN = ["/profile", "/profile/subscription"];

export function useIsCurrentPath(path: string): boolean {
  const { pathname } = useLocation();
  return path === "/profile" ? OWN.includes(pathname) : pathname === path || pathname.startsWith(`${path}/`);
}

/** Scrolls to the element, if the page has it, and focuses it. */
export function scrollToFragment(event: MouseEvent<HTMLAnchorElement>, fragment: string | undefined): void {
  const target = fragment && document.getElementById(fragment);
  if (!target || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  target.scrollIntoView({ behavior: reducedMotion ? "instant" : "smooth" });
  target.focus({ preventScroll: true });
}

/** A fragment of the current page is scrolled to instead of navigating. */
export function PageLink({ to, onClick, ...rest }: Omit<ComponentProps<typeof Link>, "to"> & { to: string }) {
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    scrollToFragment(event, to.split("#")[1]);
  };
  return <Link {...rest} to={to} onClick={handleClick} />;
}

/** The first stop for the keyboard: skips the header. */
export const SkipLink = () => (
  // The browser's own jump adds a history entry that the router does not know. The router's link cannot be used either:
  // it would name the page, and the one for unknown addresses is prerendered under another URL than it is shown at.
  // biome-ignore lint/a11y/useValidAnchor: links to a fragment of the page; the click handler takes over when JavaScript runs
  <a href="#main" className={css.skip} onClick={(event) => scrollToFragment(event, "main")}>
    Skip to content
  </a>
);
