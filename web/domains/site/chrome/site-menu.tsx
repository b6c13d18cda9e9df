import type { ChromeActions } from "#web/domains/site/chrome/screen.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyMenu = lazyModule(() => import("#web/domains/site/chrome/mobile-menu.tsx").then((file) => file.MobileMenu));

const isOpenStore = createStore(false);
const close = (): void => isOpenStore.set(false);

export const openSiteMenu = (): void => isOpenStore.set(true);

export function SiteMenu({ isMember, actions }: { isMember: boolean; actions: ChromeActions }) {
  const isOpen = useStore(isOpenStore);
  useDialogHistory(isOpen, close);
  const Menu = useLazyModule(lazyMenu, isOpen, close);
  return <LazyRender as={Menu} isMember={isMember} isOpen={isOpen} actions={actions} onClose={close} />;
}
