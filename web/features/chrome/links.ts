import { social } from "#site";

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
