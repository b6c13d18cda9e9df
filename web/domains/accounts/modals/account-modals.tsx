import { type ComponentType, useEffect } from "react";
import { useSearchParams } from "react-router";
import { session } from "#web/lib/session.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { toast } from "#web/ui/toast.tsx";

type Name = "signup" | "login" | "forgot";

export interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSwitch: (to: Name) => void;
}

type Modals = Partial<Record<Name, ComponentType<ModalProps>>>;

/** Milliseconds between closing one modal and opening the next, so that the closing animation can finish. */
const SWITCH_MS = 350;

/** The modals, their validation and the dialog are loaded on first use, to keep them out of the initial bundle. */
const loaders: Record<Name, () => Promise<ComponentType<ModalProps>>> = {
  signup: () => import("#web/domains/accounts/modals/signup-modal.tsx").then((file) => file.SignupModal),
  login: () => import("#web/domains/accounts/modals/login-modal.tsx").then((file) => file.LoginModal),
  forgot: () => import("#web/domains/accounts/modals/forgot-modal.tsx").then((file) => file.ForgotModal),
};
const NAMES = Object.keys(loaders) as Name[];

interface State {
  readonly open: Name | null;
  readonly loaded: Modals;
}

const store = createStore<State>({ open: null, loaded: {} });
let requestedName: Name | null = null;

const setState = (next: Partial<State>): void => store.set({ ...store.read(), ...next });

/** Once it is loaded and `wait` milliseconds have passed. A later call cancels an earlier one. */
async function show(name: Name, wait = 0): Promise<void> {
  requestedName = name;
  // Parsing the module and rendering the form blocks the main thread, so the pressed button is painted first.
  if (wait === 0) await nextFrame();
  try {
    const [modal] = await Promise.all([
      store.read().loaded[name] ?? loaders[name](),
      wait > 0 && new Promise((resolve) => setTimeout(resolve, wait)),
    ]);
    if (requestedName === name) setState({ open: name, loaded: { ...store.read().loaded, [name]: modal } });
  } catch {
    toast("Something went wrong. Please try again.", "error");
  }
}

function close(): void {
  requestedName = null;
  setState({ open: null });
}

function switchTo(name: Name): void {
  setState({ open: null });
  void show(name, SWITCH_MS);
}

const actions = {
  openSignup: (): void => void show("signup"),
  openLogin: (): void => void show("login"),
  openForgot: (): void => void show("forgot"),
} as const;

export const useAccountModals = () => actions;

/** Mounted once. `?signup=true`, `?login=true` and `?forgot=true` open a modal and are removed from the URL. */
export function AccountModals() {
  const [search, setSearch] = useSearchParams();
  const nameFromUrl = NAMES.find((name) => search.get(name) === "true");
  useEffect(() => {
    if (!nameFromUrl) return;
    localStorage.setItem("onboardingComplete", "true");
    setSearch(
      (before) => {
        for (const name of NAMES) before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
    if (!session.read()) void show(nameFromUrl);
  }, [nameFromUrl, setSearch]);

  const { open, loaded } = useStore(store);
  return NAMES.map((name) => {
    const Modal = loaded[name];
    return Modal && <Modal key={name} open={open === name} onClose={close} onSwitch={switchTo} />;
  });
}

/** Fallback for hidden pages, which get no animation frames. */
const HIDDEN_MS = 50;

/** Resolves after the next frame is painted. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
