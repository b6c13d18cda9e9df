import { dismissToastsByTopic } from "#web/ui/toast.tsx";

export const TOAST_KINDS = ["message", "crush", "balance"] as const;

/** An event that a member is notified of by a toast in the tab they look at. */
export interface NotificationToast {
  readonly kind: (typeof TOAST_KINDS)[number];
  /** The id of the member who caused it; empty for a balance. */
  readonly from: string;
  readonly text: string;
  readonly to: string;
  readonly linkLabel: string;
}

interface QueuedToast {
  readonly toast: NotificationToast;
  /** This was the active tab when it happened, so no other tab shows it. */
  readonly isMine: boolean;
}

let queue: ReadonlyMap<string, QueuedToast> = new Map();

/** The topic of a toast: a later toast on the same topic replaces an earlier one. */
export const getToastKey = ({ kind, from }: Pick<NotificationToast, "kind" | "from">): string => `${kind} ${from}`;
export const getMessageKey = (from: string): string => getToastKey({ kind: "message", from });
export const getCrushKey = (from = ""): string => getToastKey({ kind: "crush", from });

/** Toasts that wait to be shown. */
export const toastQueue = {
  add(toast: NotificationToast, isMine: boolean): void {
    queue = new Map(queue).set(getToastKey(toast), { toast, isMine });
  },
  list: (): NotificationToast[] => [...queue.values()].map(({ toast }) => toast),
  isEmpty: (): boolean => queue.size === 0,
  clear(): void {
    queue = new Map();
  },
  /** Keeps only the toasts of events that happened while this was the active tab. */
  keepMine(): void {
    queue = new Map([...queue].filter(([, { isMine }]) => isMine));
  },
};

/** Dismisses shown and queued toasts. @param topic the beginning of their keys */
export function dismissToasts(topic: string): void {
  queue = new Map([...queue].filter(([key]) => !key.startsWith(topic)));
  dismissToastsByTopic(topic);
}

export function dismissMemberToasts(userId: string): void {
  dismissToasts(getMessageKey(userId));
  dismissToasts(getCrushKey(userId));
}
