import { join } from "node:path";
import type { Rolldown } from "vite";

const WEB = join(import.meta.dirname, "../web");
const MAIN = join(WEB, "main.tsx");
const screen = (name: string): string => join(WEB, `screens/${name}/${name}.tsx`);

/** Public pages, which must load as few bytes as possible. */
const TEXT_PAGES = [
  "landing",
  "how-it-works",
  "help",
  "help-article",
  "faq",
  "safety",
  "community-guidelines",
  "terms",
  "privacy",
  "cookie-policy",
].map(screen);
const NOT_FOUND = join(WEB, "domains/site/not-found.tsx");
/** With or without a session. */
const EMAIL_LINK_PAGES = ["unsubscribe", "verify-email"].map(screen);
/** Opened from the landing page. */
const SIGNUP = join(WEB, "domains/accounts/modals/signup-modal.tsx");
const CONTACT_PAGE = screen("contact");
const BROWSE = screen("browse");
const CRUSHES = screen("crushes");
const MESSAGES = screen("messages");
const PROFILE_EDITOR = screen("profile-editor");
const PROFILE_VIEW = screen("profile-view");
/** The layout of all member screens. */
const MEMBER_LAYOUT = join(WEB, "app/members.tsx");
const MEMBER_SCREENS = [
  BROWSE,
  CRUSHES,
  MESSAGES,
  PROFILE_EDITOR,
  PROFILE_VIEW,
  ...["settings", "subscription", "test-checkout", "get-verified"].map(screen),
];
/** What only these import is in the chunk `people`, however many of them do. */
const PEOPLE_SCREENS: ReadonlySet<string> = new Set([BROWSE, CRUSHES, PROFILE_EDITOR, PROFILE_VIEW]);
/** Clears unsent messages and drafts when a session ends, also on a public page. It must load without a member's screen. */
const CLEAR_LOCAL_DATA = join(WEB, "domains/member-data/clear-local-data.ts");
/** Loaded when a screen is idle. */
const MEMBER_SHELL = join(WEB, "app/member-shell.tsx");
/** Loaded at a match. It has the openers in common with the chat, whose chunk the shell loads. */
const CELEBRATION = join(WEB, "domains/crushes/match-celebration.tsx");
/** Loaded some seconds after every page. */
const APP_OVERLAYS = join(WEB, "pwa/app-overlays.tsx");
/** Modules that this many screens import are loaded by all of them. */
const MOST_SCREENS = 4;

/**
 * Packages except the named ones: they are imported through a module that imports the whole package, so that every
 * screen would seem to need all of it. And the schemas of forms, because their package is large.
 */
const LEFT_TO_BUNDLER =
  /node_modules[\\/](?!@tanstack|lucide-react|thumbhash)|contract[\\/](form-fields|[\w-]+[\\/][\w-]+-forms?)\.ts|lib[\\/]validate\.ts/;
/** A few dozen bytes each. Those that only overlays use are in a chunk of their own. */
const ICONS = /node_modules[\\/]lucide-react[\\/]/;
/** Chunks of some member screens, which should not be loaded for an icon. */
const CLUSTERS: ReadonlySet<string> = new Set(["people", "wallet"]);
/** A few hundred bytes each, which one screen shares with what it loads later. A chunk of its own would be a request. */
const LEAVES =
  /web[\\/]domains[\\/](members[\\/]shared-interests|billing[\\/]checkout[\\/]checkout-return-params)\.ts|web[\\/]ui[\\/](field-group|progress|saved-elsewhere)\./;
/** The same for the settings, which load the chunk of their emails anyway. */
const SETTINGS_LEAVES =
  /web[\\/](domains[\\/](accounts[\\/](passkeys|factors\.queries|reauthentication(-dialogs)?)|member-data[\\/]account-deletion\.requests|moderation[\\/]reports[\\/]own-reports\.queries|training[\\/](trusted-contacts\.(queries|module)|back-(questions?|answer)))|lib[\\/](passkeys|time-zone)|ui[\\/]switch)\./;
/** The same for the chat, of which its dates and the dialog that crops a photo have something. */
const CHAT_LEAVES = /web[\\/]domains[\\/](chat[\\/]messages\.queries|members[\\/]photos[\\/]avatar)\.|icons[\\/]bell\./;
/** Settings, the prompt beside the conversations and the member shell have it in common. */
const PUSH =
  /web[\\/](domains[\\/]notifications[\\/](enable-push|push-(device|state))|lib[\\/]web-push|worker[\\/]push-recipient)\.ts/;
/** A few hundred bytes, which the profile editor shares with panels that it loads later. It loads this chunk anyway. */
const EDITOR_LEAVES = /web[\\/]ui[\\/]form-part\./;
/**
 * Shared by its page and Browse's preview, with the words of weeks and sports, which dialogs of the chat and the editor
 * of weeks load later.
 */
const PROFILE_DETAILS =
  /web[\\/]domains[\\/]members[\\/]([\w-]+[\\/])?(profile-details|verified-note|photo-carousel)\.|contract[\\/]training[\\/](sports|training-texts|training-week)\.ts|icons[\\/](map-pin|chevron-left)\./;
/** Shared by dialogs and menus. */
const RADIX =
  /node_modules[\\/]@radix-ui[\\/](primitive|react-(compose-refs|context|id|presence|primitive|slot|use-.*))[\\/]/;
/** Shared by menus and sliders. */
const RADIX_LISTS = /node_modules[\\/]@radix-ui[\\/]react-(collection|direction|roving-focus)[\\/]/;

type Modules = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

/** Directly or indirectly, including itself. */
function findImports(modules: Modules, entry: string): Set<string> {
  const found = new Set<string>();
  const queue = [entry];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    queue.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Without modules of the initial chunk. Empty for other builds. */
function findImporters(modules: Modules, entries: readonly string[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  if (!modules.getModuleInfo(MAIN)) return importers;
  const initial = findImports(modules, MAIN);
  for (const entry of entries) {
    if (!modules.getModuleInfo(entry)) throw new Error(`${entry} is not a module of this build`);
    for (const id of findImports(modules, entry)) {
      if (initial.has(id)) continue;
      importers.set(id, (importers.get(id) ?? new Set<string>()).add(entry));
    }
  }
  return importers;
}

/**
 * Null leaves the module to the bundler. `people` holds cards and photos, with the parts of Browse that the member
 * shell needs, `chat` what it has in common with the conversations, `members` the modules of most screens and of contact
 * between members, `wallet` the rest.
 */
function chunkFor(entries: ReadonlySet<string>): string | null {
  const has = (...names: readonly string[]): boolean => names.some((name) => entries.has(name));
  const screens = MEMBER_SCREENS.filter((screen) => entries.has(screen)).length;
  const isOfPeople = MEMBER_SCREENS.every((screen) => !entries.has(screen) || PEOPLE_SCREENS.has(screen));
  const isShared = screens > 1;
  const isContact = has(MESSAGES) || (has(PROFILE_VIEW) && !has(BROWSE, CRUSHES));
  const isMembers = has(MEMBER_LAYOUT) || (screens >= MOST_SCREENS && !isOfPeople) || (isShared && isContact);
  if (has(...TEXT_PAGES, NOT_FOUND, CONTACT_PAGE, SIGNUP, APP_OVERLAYS))
    return screens > 0 || isMembers ? "common" : null;
  if (isMembers || (has(CLEAR_LOCAL_DATA) && has(PROFILE_EDITOR))) return "members";
  if (has(...EMAIL_LINK_PAGES)) return isShared ? "members" : screens === 1 ? "email-settings" : null;
  if (isShared) return has(BROWSE, CRUSHES) ? "people" : "wallet";
  if (has(MESSAGES) && has(MEMBER_SHELL, CELEBRATION, CLEAR_LOCAL_DATA)) return "chat";
  if (has(MEMBER_SHELL) && has(BROWSE)) return "people";
  return has(MEMBER_SHELL) && screens === 0 && !has(CLEAR_LOCAL_DATA) ? "member-shell" : null;
}

/**
 * By default there would be sixty chunks of some hundred bytes, and a screen waits for all of them. Everything that a
 * module imports is imported by the same entries, so no two chunks import each other.
 */
export function memberChunks(): Rolldown.CodeSplittingGroup {
  const importers = new WeakMap<Modules, Map<string, Set<string>>>();
  return {
    debugName: "members' screens",
    includeDependenciesRecursively: false,
    name: (id, modules) => {
      const entries =
        importers.get(modules) ??
        findImporters(modules, [
          ...TEXT_PAGES,
          NOT_FOUND,
          CONTACT_PAGE,
          ...EMAIL_LINK_PAGES,
          CLEAR_LOCAL_DATA,
          SIGNUP,
          MEMBER_LAYOUT,
          MEMBER_SHELL,
          CELEBRATION,
          APP_OVERLAYS,
          ...MEMBER_SCREENS,
        ]);
      importers.set(modules, entries);
      if (LEAVES.test(id)) return "members";
      if (CHAT_LEAVES.test(id)) return "chat";
      if (PUSH.test(id)) return "push";
      if (EDITOR_LEAVES.test(id)) return "people";
      if (PROFILE_DETAILS.test(id)) return "profile-details";
      if (SETTINGS_LEAVES.test(id)) return "email-settings";
      if (RADIX.test(id)) return "radix";
      if (RADIX_LISTS.test(id)) return "radix-lists";
      if (LEFT_TO_BUNDLER.test(id)) return null;
      const entriesOfModule = entries.get(id);
      if (ICONS.test(id) && entriesOfModule === undefined) return "icons";
      const chunk = chunkFor(entriesOfModule ?? new Set());
      return ICONS.test(id) && CLUSTERS.has(chunk ?? "") ? "members" : chunk;
    },
  };
}
