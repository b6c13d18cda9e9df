import type { QueryClient } from "@tanstack/react-query";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { NOTIFICATION_CAUSES } from "#contract/notifications/notification-causes.ts";
import { type NotificationToast, toastQueue } from "#web/domains/members/limits/toast-queue.ts";
import { ownProfileQuery } from "#web/domains/members/own-profile.queries.ts";
import { isActiveTab, isActiveTabCandidate, onActiveTab } from "#web/domains/notifications/presence.ts";

/** A crush that makes a match is announced by the match, a moment later. */
const DELAY_MS = 300;
const DIALOG_SELECTOR = "[role=dialog], [role=alertdialog], dialog[open]";

interface ToastHost {
  readonly cache: QueryClient;
  readonly show: (toasts: readonly NotificationToast[]) => void;
  readonly isShown: (toast: NotificationToast) => boolean;
}

let toastHost: ToastHost | undefined;
let observer: MutationObserver | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Once no dialog is open. If the member left the tab meanwhile, its toasts wait until they return: the server saw them
 * present and uses no other channel.
 */
async function flushToasts(): Promise<void> {
  timer = undefined;
  const host = toastHost;
  const own: OwnProfile | undefined = await host?.cache.ensureQueryData(ownProfileQuery).catch(() => undefined);
  if (!host || toastHost !== host) return;
  observer?.disconnect();
  if (!isActiveTab()) {
    toastQueue.keepMine();
    return;
  }
  if (toastQueue.isEmpty()) return;
  if (document.querySelector(DIALOG_SELECTOR)) {
    observer ??= new MutationObserver(() => void flushToasts());
    observer.observe(document.body, { childList: true });
    return;
  }
  const isWanted = (one: NotificationToast) =>
    own?.profile.notifications[NOTIFICATION_CAUSES[one.cause].flag] && !host.isShown(one);
  const wanted = toastQueue.list().filter(isWanted);
  toastQueue.clear();
  if (wanted.length > 0) host.show(wanted);
}

/** @returns a function that removes the host and drops the queued toasts */
export function attachToastHost(host: ToastHost): () => void {
  toastHost = host;
  const stop = onActiveTab(() => !toastQueue.isEmpty() && void flushToasts());
  return () => {
    stop();
    toastHost = undefined;
    toastQueue.clear();
    observer?.disconnect();
    clearTimeout(timer);
    timer = undefined;
  };
}

const scheduleFlush = (): void => {
  timer ??= setTimeout(() => void flushToasts(), DELAY_MS);
};

/**
 * Unless the screen shows the same content. Candidates for the active tab queue the toast too: the active tab may be
 * closed before it shows it.
 * @param loadText loads a text with more details. Until then the toast waits in the queue, where it can be dismissed or
 * replaced; with other toasts it is shown as it is
 */
export function queueToast(toast: NotificationToast, loadText?: () => Promise<string | undefined>): void {
  if (!isActiveTabCandidate() || toastHost?.isShown(toast) !== false) return;
  const isMine = isActiveTab();
  toastQueue.add(toast, isMine);
  if (!loadText) {
    scheduleFlush();
    return;
  }
  void loadText().then((text = toast.text) => {
    if (!toastQueue.list().includes(toast)) return;
    toastQueue.add({ ...toast, text }, isMine);
    scheduleFlush();
  });
}
