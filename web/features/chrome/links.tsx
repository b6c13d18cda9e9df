import type { ComponentProps, MouseEvent } from "react";
import { useLocation } from "react-router";
import { social } from "#site";
import css from "#web/features/chrome/links.module.css";
import { Link } from "#web/ui/link.tsx";

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

/** The footer's columns. The operator's social links are appended to the last one. */
export const FOOTER_COLUMNS: readonly { readonly title: string; readonly links: readonly Page[] }[] = [
  { title: "Company", links: [{ label: "How it Works", to: "/how-it-works" }, GUIDELINES] },
  { title: "Support", links: [HELP, { label: "FAQ", to: "/faq" }, SAFETY] },
  { title: "Legal", links: [TERMS, PRIVACY, { label: "Cookies", to: "/cookie-policy" }] },
  { title: "Connect", links: [CONTACT] },
];

export const listSocialLinks = (all: typeof social): Page[] =>
  all.flatMap(({ label, url }) => (url === "" ? [] : [{ label, to: url }]));

export const SOCIAL_LINKS: readonly Page[] = listSocialLinks(social);

/** The links of the slim footer under the app's screens. */
export const SLIM_FOOTER_LINKS: readonly Page[] = [HELP, SAFETY, GUIDELINES, CONTACT, TERMS, PRIVACY];

/** The own profile and its subpages; any other `/profile/…` is another member. */
const OWN = ["/profile", "/profile/subscription"];

export function useIsCurrentPath(path: string): boolean {
  const { pathname } = useLocation();
  return path === "/profile" ? OWN.includes(pathname) : pathname === path || pathname.startsWith(`${path}/`);
}

/** Handles a click on a link to the fragment `name`: scrolls to that element, if the page has it, and focuses it. */
export function scrollToFragment(event: MouseEvent<HTMLAnchorElement>, fragment: string | undefined): void {
  const target = fragment && document.getElementById(fragment);
  if (!target || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  target.scrollIntoView({ behavior: reducedMotion ? "instant" : "smooth" });
  target.focus({ preventScroll: true });
}

/** A link to a page or a fragment. If the current page has the fragment, it scrolls there instead of navigating. */
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
