import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { session } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";

type Name = "signup" | "login" | "forgot";

/** What each modal is given. `onSwitch` leads to another one. */
export interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSwitch: (to: Name) => void;
}

type Modals = Partial<Record<Name, ComponentType<ModalProps>>>;

/** How long the one is given to leave before the other comes, in milliseconds. */
const SWITCH_MS = 350;

/** Forms, their rules and the dialog are loaded only when somebody wants to get in. */
const loaders: Record<Name, () => Promise<ComponentType<ModalProps>>> = {
  signup: () => import("#web/features/accounts/signup-modal.tsx").then((file) => file.SignupModal),
  login: () => import("#web/features/accounts/login-modal.tsx").then((file) => file.LoginModal),
  forgot: () => import("#web/features/accounts/forgot-modal.tsx").then((file) => file.ForgotModal),
};
const NAMES = Object.keys(loaders) as Name[];

interface State {
  readonly open: Name | null;
  readonly loaded: Modals;
}

const NOTHING: State = { open: null, loaded: {} };
let state: State = NOTHING;
let wanted: Name | null = null;
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens one after `wait` milliseconds, or when it is loaded, whichever is later; unless another wish came meanwhile. */
async function show(name: Name, wait = 0): Promise<void> {
  wanted = name;
  // Its rules are read and its form is drawn at once: long enough to be felt in the press.
  if (wait === 0) await nextFrame();
  try {
    const [modal] = await Promise.all([
      state.loaded[name] ?? loaders[name](),
      wait > 0 && new Promise((resolve) => setTimeout(resolve, wait)),
    ]);
    if (wanted === name) change({ open: name, loaded: { ...state.loaded, [name]: modal } });
  } catch {
    toast("Something went wrong. Please try again.", "error");
  }
}

function close(): void {
  wanted = null;
  change({ open: null });
}

function switchTo(name: Name): void {
  change({ open: null });
  void show(name, SWITCH_MS);
}

const actions = {
  openSignup: (): void => void show("signup"),
  openLogin: (): void => void show("login"),
  openForgot: (): void => void show("forgot"),
} as const;

/** Opens the signup, the login or the forgot-password modal from anywhere. */
export const useAccountModals = () => actions;

/** The ways in; mounted once. `?signup=true`, `?login=true` and `?forgot=true` open them, and are taken off the address. */
export function AccountModals() {
  const [search, setSearch] = useSearchParams();
  const asked = NAMES.find((name) => search.get(name) === "true");
  useEffect(() => {
    if (!asked) return;
    localStorage.setItem("onboardingComplete", "true");
    setSearch(
      (before) => {
        for (const name of NAMES) before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
    if (!session.read()) void show(asked);
  }, [asked, setSearch]);

  const { open, loaded } = useSyncExternalStore(
    subscribe,
    () => state,
    () => NOTHING,
  );
  return NAMES.map((name) => {
    const Modal = loaded[name];
    return Modal && <Modal key={name} open={open === name} onClose={close} onSwitch={switchTo} />;
  });
}

/** A page that nobody sees draws no frames. */
const HIDDEN_MS = 50;

/** Resolves once a press is seen: what takes long is done after the frame that shows it. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
