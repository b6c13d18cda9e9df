import { Check, CircleAlert, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import css from "#web/ui/toast.module.css";

/** `news` are said to a screen reader elsewhere, politely. */
type Kind = "error" | "done" | "news";

interface Entry {
  readonly id: number;
  readonly text: string;
  readonly kind: Kind | undefined;
  readonly topic: string | undefined;
  readonly link: ReactNode;
}

/** More than this cover the page; the oldest goes. */
const SHOWN_MAX = 3;

let entries: readonly Entry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function put(next: readonly Entry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number): void => put(entries.filter((entry) => entry.id !== id));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const NONE: readonly Entry[] = [];

/**
 * Says something that a person has to hear now, wherever they are. The same words again replace the ones still shown; news
 * again stay where they are, and stay longer.
 * @param about what it is about, where only the latest word on that is true
 * @param way where it leads: a link, which takes all of the toast
 */
export function toast(text: string, kind?: Kind, about?: string, way?: ReactNode): void {
  const isOld = (entry: Entry) => entry.text === text || (about !== undefined && entry.topic === about);
  const stays = kind === "news" && entries.find(isOld);
  const entry: Entry = { id: stays ? stays.id : ++lastId, text, kind, topic: about, link: way };
  if (stays) put(entries.map((one) => (one === stays ? entry : one)));
  else put([...entries.filter((one) => !isOld(one)), entry].slice(-SHOWN_MAX));
}

/** Takes away what is about something: whatever begins so. */
export const dismissToastsByTopic = (about: string): void =>
  put(entries.filter((entry) => !entry.topic?.startsWith(about)));

/** Long texts stay longer; none less than five seconds. */
const timeFor = (text: string): number => 5000 + text.length * 40;

function Toast({ entry, held, onDismiss }: { entry: Entry; held: boolean; onDismiss: (id: number) => void }) {
  const { id, text, kind, link: way } = entry;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(entry.id), timeFor(entry.text));
    return () => clearTimeout(timer);
  }, [entry, held]);
  return (
    <div role={kind === "news" ? undefined : "alert"} className={css.toast}>
      {kind === "error" && <CircleAlert className={css.mark} aria-hidden="true" />}
      {kind === "done" && <Check className={css.mark} aria-hidden="true" />}
      <span className={css.text}>{text}</span>
      {way}
      <IconButton label="Dismiss" onClick={() => onDismiss(id)}>
        <X />
      </IconButton>
    </div>
  );
}

/**
 * Where toasts appear; mounted once. They wait while pointed at or focused, and while the tab is hidden.
 * `--toast-bottom` says how far above the bottom edge, `--toast-top` how far below the top one instead. An open dialog leaves
 * it audible, because of `aria-live`.
 */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => entries,
    () => NONE,
  );
  const [over, setOver] = useState(false);
  const [focused, setFocused] = useState(false);
  const [away, setAway] = useState(false);
  const look = useEffectEvent(() => setAway(document.hidden));
  useEffect(() => {
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  /** What had the focus before one came here to dismiss something: it gets it back. */
  const before = useRef<EventTarget>(null);
  const dismissAndReturn = (id: number) => {
    dismiss(id);
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  const none = shown.length === 0;
  // What is dismissed under the pointer or with the focus sends no event of leaving.
  if (none && (over || focused)) {
    setOver(false);
    setFocused(false);
  }
  return (
    <section
      className={css.toasts}
      aria-label="Notifications"
      aria-live="off"
      // An open dialog would take it for a tap beside itself, and close.
      onPointerDown={(event) => event.stopPropagation()}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      {shown.map((entry) => (
        <Toast key={entry.id} entry={entry} held={over || focused || away} onDismiss={dismissAndReturn} />
      ))}
    </section>
  );
}
