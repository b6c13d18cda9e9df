/** What an article is made of. Data only: the build, the tests and the search read it without React. */

/** A sentence or more. `[words](/address)` is a link to a screen, or to another article. */
export type Text = string;

/** One of several things that stand side by side or one after another. */
export interface Point {
  readonly title: string;
  readonly text: Text;
}

/** A part of an article, by how it is drawn. */
export type Block =
  | { readonly kind: "section"; readonly title: string; readonly paragraphs: readonly Text[] }
  | { readonly kind: "steps"; readonly title: string; readonly steps: readonly Point[] }
  | { readonly kind: "tips"; readonly tips: readonly Text[] }
  | { readonly kind: "safety"; readonly tips: readonly Text[] }
  | { readonly kind: "features"; readonly title: string; readonly features: readonly Point[] }
  | { readonly kind: "benefits"; readonly title: string; readonly benefits: readonly Point[] };

/** The six shelves, in the order in which they are shown. */
export const CATEGORIES = [
  { id: "getting-started", name: "Getting Started", about: "Joining, crushes and your first match" },
  { id: "your-gym", name: "Your Gym", about: "Interests, partners and training together" },
  { id: "messages", name: "Messages", about: "Writing, pictures and what the ticks mean" },
  { id: "profile", name: "Profile", about: "Photos, prompts, place and preferences" },
  { id: "safety", name: "Safety", about: "Meeting well, blocking and reporting" },
  { id: "account", name: "Account", about: "Login, membership, data and leaving" },
] as const;

export type Category = (typeof CATEGORIES)[number];
export type CategoryId = Category["id"];

/** An article as it is written. */
export interface Draft {
  /** Its address' last part. */
  readonly id: string;
  readonly categoryId: CategoryId;
  readonly title: string;
  /** One sentence, for lists and for search engines. */
  readonly description: string;
  /** Words that people search for and the article does not use. */
  readonly keywords: readonly string[];
  /** What it says in short, above everything else. */
  readonly lead: Text;
  readonly blocks: readonly Block[];
}

/** An article as it is shown. */
export interface Article extends Draft {
  /** In whole minutes, at least one. */
  readonly readTime: number;
}

/** The category of an address; undefined where it names none. */
export const categoryOf = (id: string | null): Category | undefined => CATEGORIES.find((one) => one.id === id);

/** Where an article is read. */
export const articlePath = (id: string): string => `/help/${id}`;

/** The list of a category's articles. */
export const categoryPath = (id: CategoryId): string => `/help?category=${id}`;
