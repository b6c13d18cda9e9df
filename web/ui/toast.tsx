import { Check, CircleAlert, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { createStore, useStore } from "#web/lib/store.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useIsFreeFor, useLayer } from "#web/ui/layers.ts";
import css from "#web/ui/toast.module.css";

/** `news` is announced by `LiveRegion`, politely. */
type Kind = "error" | "done" | "news";

interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

interface Entry {
  readonly id: number;
  readonly text: string;
  readonly kind: Kind | undefined;
  readonly topic: string | undefined;
  readonly link: ReactNode;
  readonly action: ToastAction | undefined;
  /** Milliseconds for which it has been shown. */
  shownMs: number;
}

/** The oldest is dropped. */
const MAX_ALERTS = 3;
/** Milliseconds for which a toast that comes back is shown at least. */
const AGAIN_MS = 2000;

const store = createStore<readonly Entry[]>([]);
let lastId = 0;

const dismiss = (id: number): void => store.set(store.read().filter((entry) => entry.id !== id));

/**
 * Above any screen, one at a time: the newest alert, then older ones for the rest of their time, then the newest of the
 * `news`, for which badges count the others. A toast with the same text or topic is replaced; `news` is updated in
 * place and its timer restarts.
 * @param topic identifies messages of which only the latest is true
 * @param link covers the whole toast
 */
export function toast(text: string, kind?: Kind, topic?: string, link?: ReactNode, action?: ToastAction): void {
  const isSame = (entry: Entry) => entry.text === text || (topic !== undefined && entry.topic === topic);
  const entries = store.read();
  const existing = kind === "news" && entries.find(isSame);
  const entry: Entry = { id: existing ? existing.id : ++lastId, text, kind, topic, link, action, shownMs: 0 };
  const alerts = entries.filter((other) => other.kind !== "news" && !isSame(other));
  if (kind === "news") store.set([entry, ...alerts]);
  else store.set([...entries.filter((other) => other.kind === "news"), ...[...alerts, entry].slice(-MAX_ALERTS)]);
}

/** A dialog keeps `news` waiting, but not alerts, because they may be its answer. */
export const chooseToast = <T extends Pick<Entry, "kind">>(entries: readonly T[], isBelowDialog: boolean) =>
  entries.findLast(({ kind }) => kind !== "news" || !isBelowDialog);

export const dismissToastsByTopic = (prefix: string): void =>
  store.set(store.read().filter((entry) => !entry.topic?.startsWith(prefix)));

/** For a view that covers the screen. */
export const clearToasts = (): void => store.set([]);

const durationOf = (text: string): number => 5000 + text.length * 40;

/** Numbers of reports, such as R-7K2M9Q: a line would break at the hyphen. */
const NUMBER = /(\b[A-Z]-\w{6,})/;

const keepNumbersWhole = (text: string): ReactNode =>
  text.split(NUMBER).map((part) =>
    NUMBER.test(part) ? (
      <span key={part} className={css.whole}>
        {part}
      </span>
    ) : (
      part
    ),
  );

function Toast({ entry, isPaused, onDismiss }: { entry: Entry; isPaused: boolean; onDismiss: (id: number) => void }) {
  const { id, text, kind, link, action } = entry;
  useEffect(() => {
    if (isPaused) return;
    const start = Date.now();
    const timer = setTimeout(() => dismiss(entry.id), Math.max(AGAIN_MS, durationOf(entry.text) - entry.shownMs));
    return () => {
      clearTimeout(timer);
      entry.shownMs += Date.now() - start;
    };
  }, [entry, isPaused]);
  return (
    <div role={kind === "news" ? undefined : "alert"} className={css.toast}>
      {kind === "error" && <CircleAlert className={css.mark} aria-hidden="true" />}
      {kind === "done" && <Check className={css.mark} aria-hidden="true" />}
      <div className={css.words}>
        <span className={css.text}>{keepNumbersWhole(text)}</span>
        {link}
      </div>
      {action && (
        <Button
          variant="text"
          onClick={() => {
            onDismiss(id);
            action.onPress();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" onClick={() => onDismiss(id)}>
        <X />
      </IconButton>
    </div>
  );
}

/**
 * Mounted once. Timers pause while a toast is hovered or focused, and while the tab is hidden. `--toast-bottom` and
 * `--toast-top` set the distance from the edge. Because of `aria-live`, an open dialog does not hide toasts from screen
 * readers.
 */
export function Toasts() {
  const entries = useStore(store);
  const shown = chooseToast(entries, !useIsFreeFor("toast"));
  useLayer("toast", shown !== undefined);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const updateHidden = useEffectEvent(() => setHidden(document.hidden));
  useEffect(() => {
    document.addEventListener("visibilitychange", updateHidden);
    return () => document.removeEventListener("visibilitychange", updateHidden);
  }, []);
  /** Gets the focus back after a toast is dismissed. */
  const previousFocus = useRef<EventTarget>(null);
  const dismissAndReturn = (id: number) => {
    dismiss(id);
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true });
  };
  // Removing a hovered or focused toast fires no leave or blur event.
  if (!shown && (isHovered || isFocused)) {
    setHovered(false);
    setFocused(false);
  }
  return (
    <section
      className={css.toasts}
      aria-label="Notifications"
      aria-live="off"
      // An open dialog would close as if the member pressed outside of it.
      onPointerDown={(event) => event.stopPropagation()}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      {shown && (
        <Toast
          key={shown.id}
          entry={shown}
          isPaused={isHovered || isFocused || isHidden}
          onDismiss={dismissAndReturn}
        />
      )}
    </section>
  );
}
