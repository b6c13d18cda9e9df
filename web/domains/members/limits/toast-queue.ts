import type { EventCauseName } from "#contract/notifications/notification-causes.ts";
import { dismissToastsByTopic } from "#web/ui/toast.tsx";

export interface NotificationToast {
  readonly cause: EventCauseName;
  /** Empty for a low balance. */
  readonly from: string;
  readonly text: string;
  readonly to: string;
  readonly linkLabel: string;
}

interface QueuedToast {
  readonly toast: NotificationToast;
  /** This tab was active when the event arrived, so no other tab shows it. */
  readonly isMine: boolean;
}

let queue: ReadonlyMap<string, QueuedToast> = new Map();

/** A toast replaces an earlier one with the same key. */
export const getToastKey = ({ cause, from }: Pick<NotificationToast, "cause" | "from">): string => `${cause} ${from}`;
export const getCrushKey = (from = ""): string => getToastKey({ cause: "crush", from });

export const toastQueue = {
  add(toast: NotificationToast, isMine: boolean): void {
    queue = new Map(queue).set(getToastKey(toast), { toast, isMine });
  },
  list: (): NotificationToast[] => [...queue.values()].map(({ toast }) => toast),
  isEmpty: (): boolean => queue.size === 0,
  clear(): void {
    queue = new Map();
  },
  /** Only events that arrived while this tab was active. */
  keepMine(): void {
    queue = new Map([...queue].filter(([, { isMine }]) => isMine));
  },
};

/** Also queued ones. @param topic prefix of their keys */
export function dismissToasts(topic: string): void {
  queue = new Map([...queue].filter(([key]) => !key.startsWith(topic)));
  dismissToastsByTopic(topic);
}

export function dismissMemberToasts(from: string): void {
  for (const cause of ["message", "workout_date", "crush"] as const) dismissToasts(getToastKey({ cause, from }));
}
