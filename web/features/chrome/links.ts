/** A page and its name. */
export interface Page {
  readonly label: string;
  readonly to: string;
}

export const HOW_IT_WORKS: Page = { label: "How it Works", to: "/#how-it-works" };

/** The footer's columns. A page gets its line here when its route is in the router; a column without lines is not shown. */
export const COLUMNS: readonly { readonly title: string; readonly links: readonly Page[] }[] = [
  { title: "Company", links: [HOW_IT_WORKS] },
  { title: "Support", links: [] },
  { title: "Legal", links: [] },
];

/** The operator's own pages elsewhere, as `{ label: "Instagram", to: "https://…" }`. None unless configured. */
export const SOCIAL: readonly Page[] = [];
