import { join } from "node:path";
import type { Rolldown } from "vite";

const WEB = join(import.meta.dirname, "../web");
const MAIN = join(WEB, "main.tsx");
const screen = (name: string): string => join(WEB, `routes/${name}.tsx`);

/** What is read: each of these pages asks for as little as it can. */
const TEXTS = [
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
].map(screen);
/** What a mail leads to, whoever one is. */
const LINKS = ["mails-leave", "verify-email"].map(screen);
/** What is opened on the landing page. */
const SIGNUP = join(WEB, "features/accounts/signup-modal.tsx");
/** What stands around all screens of members. */
const MEMBERS = screen("members");
const SCREENS = [
  "browse",
  "crushes",
  "messages",
  "profile-editor",
  "profile-view",
  "settings",
  "subscription",
  "test-checkout",
].map(screen);
/** What forgets what is not sent when a login ends: it does not wait for more than that. */
const UNSENT = join(WEB, "features/messages/clear-local-data.ts");
/** What comes when a screen is at rest. */
const SIDE = join(WEB, "app/member-shell.tsx");
/** A piece that so many screens share comes with the first of them. */
const SHARED_BY = 3;

type Modules = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

/** All modules that come with one, itself among them. */
function closure(modules: Modules, from: string): Set<string> {
  const found = new Set<string>();
  const left = [from];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    left.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Which of these parts each module comes with, besides those that every page starts with. Nothing is known of another build. */
function comesWith(modules: Modules, parts: readonly string[]): Map<string, Set<string>> {
  const told = new Map<string, Set<string>>();
  if (!modules.getModuleInfo(MAIN)) return told;
  const initial = closure(modules, MAIN);
  for (const part of parts) {
    if (!modules.getModuleInfo(part)) throw new Error(`${part} is no part of what is built`);
    for (const id of closure(modules, part)) {
      if (initial.has(id)) continue;
      told.set(id, (told.get(id) ?? new Set<string>()).add(part));
    }
  }
  return told;
}

/** The file that a module belongs in, by what it comes with; null where that is nobody's but its own. */
function fileOf(parts: ReadonlySet<string>): string | null {
  if (TEXTS.some((text) => parts.has(text))) return null;
  if (parts.has(UNSENT)) return "unsent";
  if (parts.has(SIGNUP)) return parts.has(MEMBERS) ? "api" : null;
  const isShared = SCREENS.filter((one) => parts.has(one)).length >= SHARED_BY;
  if (LINKS.some((link) => parts.has(link))) return parts.has(MEMBERS) || isShared ? "account" : null;
  if (parts.has(MEMBERS)) return "members";
  if (isShared) return "screens";
  return parts.has(SIDE) ? "member-shell" : null;
}

/**
 * Puts what members' screens share into a few files: by themselves the pieces would be sixty of some hundred bytes each, and a
 * screen waits for all of them. What a piece needs comes with all that the piece comes with, so no two files need each other.
 */
export function membersChunks(): Rolldown.CodeSplittingGroup {
  const told = new WeakMap<Modules, Map<string, Set<string>>>();
  return {
    debugName: "members' screens",
    includeDependenciesRecursively: false,
    name: (id, modules) => {
      const parts =
        told.get(modules) ?? comesWith(modules, [...TEXTS, ...LINKS, UNSENT, SIGNUP, MEMBERS, SIDE, ...SCREENS]);
      told.set(modules, parts);
      return fileOf(parts.get(id) ?? new Set());
    },
  };
}
