import { join } from "node:path";
import type { Rolldown } from "vite";

const WEB = join(import.meta.dirname, "../web");
const MAIN = join(WEB, "main.tsx");
const route = (name: string): string => join(WEB, `routes/${name}.tsx`);

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
  "not-found",
].map(route);
/** Pages that links in emails open, with or without a session. */
const EMAIL_LINK_PAGES = ["unsubscribe", "verify-email"].map(route);
/** Opened from the landing page. */
const SIGNUP = join(WEB, "features/accounts/signup-modal.tsx");
/** Where members arrive. Other screens wait for what it shares with one of them, but not the reverse. */
const BROWSE = route("browse");
/** The layout of all member screens. */
const MEMBER_LAYOUT = route("members");
const MEMBER_SCREENS = [
  "browse",
  "crushes",
  "messages",
  "profile-editor",
  "profile-view",
  "settings",
  "subscription",
  "test-checkout",
].map(route);
/** Clears unsent messages when a session ends. It must load without other parts of the app. */
const CLEAR_LOCAL_DATA = join(WEB, "features/messages/clear-local-data.ts");
/** Loaded when a screen is idle. */
const MEMBER_SHELL = join(WEB, "app/member-shell.tsx");
/** Loaded some seconds after every page. */
const REGISTER_WORKER = join(WEB, "pwa/register-worker.ts");
/** Modules that are imported by this many screens go into a shared chunk. */
const SHARED_MIN = 2;

/**
 * Packages except these: they are imported through a module that imports the whole package, so that every screen would
 * seem to need all of it. And the schemas of forms, because their package is large.
 */
const LEFT_TO_BUNDLER =
  /node_modules[\\/](?!@tanstack|lucide-react|thumbhash|uuid)|contract[\\/](form-fields|[\w-]+-forms?)\.ts|lib[\\/]validate\.ts/;
/** A few hundred bytes each. Those that only overlays use are in a chunk of their own. */
const ICONS = /node_modules[\\/]lucide-react[\\/]/;
/** What dialogs and menus have in common. */
const RADIX =
  /node_modules[\\/]@radix-ui[\\/](primitive|react-(compose-refs|context|id|presence|primitive|slot|use-.*))[\\/]/;
/** What menus and sliders have in common. */
const RADIX_LISTS = /node_modules[\\/]@radix-ui[\\/]react-(collection|direction|roving-focus)[\\/]/;

type Modules = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

/** All modules that a module imports, directly or indirectly, including itself. */
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

/**
 * Maps each module to the entry modules that import it, without modules of the initial chunk. Empty for other builds.
 */
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

/** The chunk of a module, derived from the entry modules that import it; null to leave it to the bundler. */
function chunkFor(entries: ReadonlySet<string>): string | null {
  const screens = MEMBER_SCREENS.filter((one) => entries.has(one)).length;
  const isMembers = entries.has(MEMBER_LAYOUT) || (screens >= SHARED_MIN && entries.has(BROWSE));
  if (entries.has(CLEAR_LOCAL_DATA)) return TEXT_PAGES.some((page) => entries.has(page)) ? null : "unsent";
  if ([...TEXT_PAGES, SIGNUP, REGISTER_WORKER].some((page) => entries.has(page)))
    return isMembers ? "common" : screens >= SHARED_MIN ? "forms" : null;
  if (EMAIL_LINK_PAGES.some((link) => entries.has(link))) return isMembers ? "account" : null;
  if (isMembers) return "members";
  if (screens >= SHARED_MIN) return "panels";
  return screens === 0 && entries.has(MEMBER_SHELL) ? "member-shell" : null;
}

/**
 * Puts modules that member screens share into a few chunks. By default there would be sixty chunks of some hundred
 * bytes, and a screen waits for all of them. Everything that a module imports is imported by the same entries, so no
 * two chunks import each other.
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
          ...EMAIL_LINK_PAGES,
          CLEAR_LOCAL_DATA,
          SIGNUP,
          MEMBER_LAYOUT,
          MEMBER_SHELL,
          REGISTER_WORKER,
          ...MEMBER_SCREENS,
        ]);
      importers.set(modules, entries);
      if (RADIX.test(id)) return "radix";
      if (RADIX_LISTS.test(id)) return "radix-lists";
      if (LEFT_TO_BUNDLER.test(id)) return null;
      const chunk = chunkFor(entries.get(id) ?? new Set());
      return chunk ?? (ICONS.test(id) && !entries.has(id) ? "icons" : null);
    },
  };
}
