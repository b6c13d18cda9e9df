import { LogOut, Settings } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { logOut } from "#web/app/log-out.ts";
import type { MenuItem } from "#web/ui/menu.tsx";

const watchWidth = (listener: () => void): (() => void) => {
  const query = matchMedia("(max-width: 899px)");
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** Settings and Logout, for the menus of screens that have neither a header nor a tab bar on phones. Elsewhere empty. */
export function useAccountItems(): readonly MenuItem[] {
  const navigate = useNavigate();
  const isPhone = useSyncExternalStore(
    watchWidth,
    () => matchMedia("(max-width: 899px)").matches,
    () => false,
  );
  if (!isPhone) return [];
  return [
    { label: "Settings", icon: <Settings />, onSelect: () => void navigate("/settings") },
    { label: "Logout", icon: <LogOut />, onSelect: logOut },
  ];
}
