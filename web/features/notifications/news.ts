import type { QueryClient } from "@tanstack/react-query";
import type { OwnProfile } from "#contract/profiles.ts";
import type { NotificationFlags } from "#contract/settings.ts";
import { ownProfileQuery } from "#web/features/members/own-profile.ts";
import { isInRow, isLookedAt, onLookedAt } from "#web/features/notifications/looking.ts";

export const KINDS = ["message", "crush", "balance"] as const;

/** Something that a member is told in the tab that they look at. */
export interface News {
  readonly kind: (typeof KINDS)[number];
  /** Whoever it is of; empty for a balance. */
  readonly from: string;
  readonly words: string;
  /** Where it leads, and what says so. */
  readonly to: string;
  readonly way: string;
}

/** Of two news about the same the later one is true. */
export const aboutOf = ({ kind, from }: Pick<News, "kind" | "from">): string => `${kind} ${from}`;

const SWITCH_OF = {
  message: "newMessage",
  crush: "crushReceived",
  balance: "lowCrushBalance",
} as const satisfies Record<News["kind"], keyof NotificationFlags>;

/** A crush that makes a match is told by the match, a moment later. */
const PAUSE_MS = 300;
const DIALOG = "[role=dialog], [role=alertdialog], dialog[open]";

/** Where news are shown, and whether the screen shows them already. */
interface Place {
  readonly cache: QueryClient;
  readonly show: (news: readonly News[]) => void;
  readonly isShown: (news: News) => boolean;
}

/** What is not told yet. */
interface Untold {
  readonly news: News;
  /** It happened while this was the tab to tell it, so no other does. */
  readonly isMine: boolean;
}

let place: Place | undefined;
let waiting: ReadonlyMap<string, Untold> = new Map();
let observer: MutationObserver | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * What waits is shown when no dialog is open: what one does there is not covered, and not talked into. Whoever has left the tab
 * meanwhile is shown it when they are back: the server knows that they were here, and tells by no other way.
 */
async function showWaiting(): Promise<void> {
  timer = undefined;
  const there = place;
  // What a member wants to be told of is known, or asked for.
  const own: OwnProfile | undefined = await there?.cache.ensureQueryData(ownProfileQuery).catch(() => undefined);
  if (!there || place !== there) return;
  observer?.disconnect();
  if (!isLookedAt()) {
    waiting = new Map([...waiting].filter(([, { isMine }]) => isMine));
    return;
  }
  if (waiting.size === 0) return;
  if (document.querySelector(DIALOG)) {
    observer ??= new MutationObserver(() => void showWaiting());
    observer.observe(document.body, { childList: true });
    return;
  }
  const isWanted = (one: News) => own?.profile.notifications[SWITCH_OF[one.kind]] && !there.isShown(one);
  const news = [...waiting.values()].map((untold) => untold.news).filter(isWanted);
  waiting = new Map();
  if (news.length > 0) there.show(news);
}

/** Shows what is told from now on in a place, until the returned function is called: then nothing waits any more. */
export function showNews(where: Place): () => void {
  place = where;
  const stop = onLookedAt(() => waiting.size > 0 && void showWaiting());
  return () => {
    stop();
    place = undefined;
    waiting = new Map();
    observer?.disconnect();
    clearTimeout(timer);
    timer = undefined;
  };
}

/** What is not to be told any more: all whose `aboutOf` begins so. */
export function dropNews(about: string): void {
  waiting = new Map([...waiting].filter(([key]) => !key.startsWith(about)));
}

/**
 * Tells a member what has just happened, if they look here, do not see it anyway, and want to be told of it. A tab in the row
 * keeps it for the pause: the one before it may be closed in that moment, and would tell nobody.
 */
export function tellNews(news: News): void {
  if (!isInRow() || place?.isShown(news) !== false) return;
  waiting = new Map(waiting).set(aboutOf(news), { news, isMine: isLookedAt() });
  timer ??= setTimeout(() => void showWaiting(), PAUSE_MS);
}
