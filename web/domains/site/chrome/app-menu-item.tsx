import { Menu } from "lucide-react";
import { useSyncExternalStore } from "react";
import { openSiteMenu } from "#web/domains/site/chrome/site-menu.tsx";
import type { MenuItem } from "#web/ui/menu.tsx";

const watchWidth = (listener: () => void): (() => void) => {
  const query = matchMedia("(max-width: 899px)");
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** The members' menu, for the menus of screens that have neither a header nor a tab bar on phones. Elsewhere empty. */
export function useAppMenuItem(): readonly MenuItem[] {
  const isPhone = useSyncExternalStore(
    watchWidth,
    () => matchMedia("(max-width: 899px)").matches,
    () => false,
  );
  return isPhone ? [{ label: "Menu", icon: <Menu />, onSelect: openSiteMenu }] : [];
}
