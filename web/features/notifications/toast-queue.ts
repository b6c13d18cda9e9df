import type { QueryClient } from "@tanstack/react-query";
import type { OwnProfile } from "#contract/profiles.ts";
import type { NotificationFlags } from "#contract/settings.ts";
import { ownProfileQuery } from "#web/features/members/own-profile.ts";
import { isActiveTab, isActiveTabCandidate, onActiveTab } from "#web/features/notifications/presence.ts";

export const TOAST_KINDS = ["message", "crush", "balance"] as const;

/** Something that a member is told in the tab that they look at. */
export interface NotificationToast {
  readonly kind: (typeof TOAST_KINDS)[number];
  /** Whoever it is of; empty for a balance. */
  readonly from: string;
  readonly text: string;
  /** Where it leads, and what says so. */
  readonly to: string;
  readonly linkLabel: string;
}

/** Of two news about the same the later one is true. */
export const getToastKey = ({ kind, from }: Pick<NotificationToast, "kind" | "from">): string => `${kind} ${from}`;

const FLAG_BY_KIND = {
  message: "newMessage",
  crush: "crushReceived",
  balance: "lowCrushBalance",
} as const satisfies Record<NotificationToast["kind"], keyof NotificationFlags>;

/** A crush that makes a match is told by the match, a moment later. */
const DELAY_MS = 300;
const DIALOG_SELECTOR = "[role=dialog], [role=alertdialog], dialog[open]";

/** Where news are shown, and whether the screen shows them already. */
interface ToastHost {
  readonly cache: QueryClient;
  readonly show: (news: readonly NotificationToast[]) => void;
  readonly isShown: (news: NotificationToast) => boolean;
}

/** What is not told yet. */
interface QueuedToast {
  readonly toast: NotificationToast;
  /** It happened while this was the tab to tell it, so no other does. */
  readonly isMine: boolean;
}

let toastHost: ToastHost | undefined;
let queuedToasts: ReadonlyMap<string, QueuedToast> = new Map();
let observer: MutationObserver | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * What waits is shown when no dialog is open: what one does there is not covered, and not talked into. Whoever has left the tab
 * meanwhile is shown it when they are back: the server knows that they were here, and tells by no other way.
 */
async function flushToasts(): Promise<void> {
  timer = undefined;
  const there = toastHost;
  // What a member wants to be told of is known, or asked for.
  const own: OwnProfile | undefined = await there?.cache.ensureQueryData(ownProfileQuery).catch(() => undefined);
  if (!there || toastHost !== there) return;
  observer?.disconnect();
  if (!isActiveTab()) {
    queuedToasts = new Map([...queuedToasts].filter(([, { isMine }]) => isMine));
    return;
  }
  if (queuedToasts.size === 0) return;
  if (document.querySelector(DIALOG_SELECTOR)) {
    observer ??= new MutationObserver(() => void flushToasts());
    observer.observe(document.body, { childList: true });
    return;
  }
  const isWanted = (one: NotificationToast) =>
    own?.profile.notifications[FLAG_BY_KIND[one.kind]] && !there.isShown(one);
  const news = [...queuedToasts.values()].map((untold) => untold.toast).filter(isWanted);
  queuedToasts = new Map();
  if (news.length > 0) there.show(news);
}

/** Shows what is told from now on in a place, until the returned function is called: then nothing waits any more. */
export function attachToastHost(where: ToastHost): () => void {
  toastHost = where;
  const stop = onActiveTab(() => queuedToasts.size > 0 && void flushToasts());
  return () => {
    stop();
    toastHost = undefined;
    queuedToasts = new Map();
    observer?.disconnect();
    clearTimeout(timer);
    timer = undefined;
  };
}

/** What is not to be told any more: all whose `aboutOf` begins so. */
export function removeQueuedToasts(about: string): void {
  queuedToasts = new Map([...queuedToasts].filter(([key]) => !key.startsWith(about)));
}

/**
 * Tells a member what has just happened, if they look here, do not see it anyway, and want to be told of it. A tab in the row
 * keeps it for the pause: the one before it may be closed in that moment, and would tell nobody.
 */
export function queueToast(news: NotificationToast): void {
  if (!isActiveTabCandidate() || toastHost?.isShown(news) !== false) return;
  queuedToasts = new Map(queuedToasts).set(getToastKey(news), { toast: news, isMine: isActiveTab() });
  timer ??= setTimeout(() => void flushToasts(), DELAY_MS);
}
