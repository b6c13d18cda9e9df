import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { session } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";

/** What each modal is given. `onSwitch` leads to the other one. */
export interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSwitch: () => void;
}

type Name = "signup" | "login";
type Modals = Partial<Record<Name, ComponentType<ModalProps>>>;

/** How long the one is given to leave before the other comes, in milliseconds. */
const SWITCH_MS = 350;

/** Forms, their rules and the dialog are loaded only when somebody wants to get in. */
const loaders: Record<Name, () => Promise<ComponentType<ModalProps>>> = {
  signup: () => import("#web/features/accounts/signup-modal.tsx").then((file) => file.SignupModal),
  login: () => import("#web/features/accounts/login-modal.tsx").then((file) => file.LoginModal),
};

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
} as const;

/** Opens the signup or the login modal from anywhere. */
export const useAccountModals = () => actions;

/** The signup and login modals; mounted once. `?signup=true` and `?login=true` open them, and are taken off the address. */
export function AccountModals() {
  const [search, setSearch] = useSearchParams();
  const asked: Name | null =
    search.get("signup") === "true" ? "signup" : search.get("login") === "true" ? "login" : null;
  useEffect(() => {
    if (!asked) return;
    localStorage.setItem("onboardingComplete", "true");
    setSearch(
      (before) => {
        before.delete("signup");
        before.delete("login");
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
  const { signup: Signup, login: Login } = loaded;
  return (
    <>
      {Signup && <Signup open={open === "signup"} onClose={close} onSwitch={() => switchTo("login")} />}
      {Login && <Login open={open === "login"} onClose={close} onSwitch={() => switchTo("signup")} />}
    </>
  );
}
