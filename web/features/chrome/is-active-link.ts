import { useLocation } from "react-router";

/** One's own profile and what belongs to it; any other `/profile/…` is somebody else. */
const OWN = ["/profile", "/profile/subscription"];

/** Whether a member is at one of the app's places. */
export function useIsAt(place: string): boolean {
  const { pathname } = useLocation();
  return place === "/profile" ? OWN.includes(pathname) : pathname === place || pathname.startsWith(`${place}/`);
}
