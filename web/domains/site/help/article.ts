/** Data only: the build, the tests and the search read articles without React. */

export type Text = string;

export interface Point {
  readonly title: string;
  readonly text: Text;
}

export type Block =
  | { readonly kind: "section"; readonly title: string; readonly paragraphs: readonly Text[] }
  | { readonly kind: "steps"; readonly title: string; readonly steps: readonly Point[] }
  | { readonly kind: "tips"; readonly tips: readonly Text[] }
  | { readonly kind: "safety"; readonly tips: readonly Text[] }
  | { readonly kind: "features"; readonly title: string; readonly features: readonly Point[] }
  | { readonly kind: "benefits"; readonly title: string; readonly benefits: readonly Point[] };

/** In display order. */
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

/** As written in its Markdown file. */
export interface ArticleSource {
  readonly id: string;
  readonly categoryId: CategoryId;
  readonly title: string;
  /** One sentence, for lists and search engines. */
  readonly description: string;
  /** Search terms that the article's text does not contain. */
  readonly keywords: readonly string[];
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
