/** Types of an article. Data only: the build, the tests and the search read it without React. */

/** Text with links in Markdown notation: `[words](/address)` links to a screen or another article. */
export type Text = string;

/** An item of a list or a grid. */
export interface Point {
  readonly title: string;
  readonly text: Text;
}

/** A part of an article; `kind` selects how it is rendered. */
export type Block =
  | { readonly kind: "section"; readonly title: string; readonly paragraphs: readonly Text[] }
  | { readonly kind: "steps"; readonly title: string; readonly steps: readonly Point[] }
  | { readonly kind: "tips"; readonly tips: readonly Text[] }
  | { readonly kind: "safety"; readonly tips: readonly Text[] }
  | { readonly kind: "features"; readonly title: string; readonly features: readonly Point[] }
  | { readonly kind: "benefits"; readonly title: string; readonly benefits: readonly Point[] };

/** The six categories, in display order. */
export const CATEGORIES = [
  { id: "getting-started", name: "Getting Started", summary: "Joining, crushes and your first match" },
  { id: "your-gym", name: "Your Gym", summary: "Interests, partners and training together" },
  { id: "messages", name: "Messages", summary: "Writing, pictures and what the ticks mean" },
  { id: "profile", name: "Profile", summary: "Photos, prompts, place and preferences" },
  { id: "safety", name: "Safety", summary: "Meeting well, blocking and reporting" },
  { id: "account", name: "Account", summary: "Login, membership, data and leaving" },
] as const;

export type Category = (typeof CATEGORIES)[number];
export type CategoryId = Category["id"];

/** An article as written in its file. */
export interface ArticleSource {
  /** Last segment of its path. */
  readonly id: string;
  readonly categoryId: CategoryId;
  readonly title: string;
  /** One sentence, for lists and search engines. */
  readonly description: string;
  /** Search terms that the article's text does not contain. */
  readonly keywords: readonly string[];
  /** Summary above the article. */
  readonly lead: Text;
  readonly blocks: readonly Block[];
}

export interface Article extends ArticleSource {
  /** Whole minutes, at least one. */
  readonly readTime: number;
}

export const findCategory = (id: string | null): Category | undefined => CATEGORIES.find((one) => one.id === id);

export const articlePath = (id: string): string => `/help/${id}`;

export const categoryPath = (id: CategoryId): string => `/help?category=${id}`;
