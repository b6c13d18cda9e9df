import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { forgetMember, markLeaving, onContactEnded } from "#web/features/members/contact.queries.ts";
import { toast } from "#web/ui/toast.tsx";

/** With whom contact is over, while the screen that shows them is being left. */
let leaving: { readonly userId: string; readonly words: string; readonly from: string } | undefined;

/** Gives the focus to the screen's name. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Leads away from a member with whom contact is over; `words` say there what has happened. */
export function useLeaveMember(userId: string, to: "/messages" | "/browse") {
  const navigate = useNavigate();
  const { pathname: from } = useLocation();
  return (words: string): void => {
    leaving = { userId, words, from };
    markLeaving(userId);
    void navigate(to, { replace: true });
  };
}

/** On the next screen: whoever was left is forgotten everywhere. Before that, the screen would ask for them again. */
export function useForgetAfterLeaving(): void {
  const { pathname } = useLocation();
  const cache = useQueryClient();
  useLayoutEffect(() => {
    if (!leaving || leaving.from === pathname) return;
    const { userId, words } = leaving;
    leaving = undefined;
    forgetMember(cache, userId);
    onContactEnded(cache, userId);
    toast(words, "done");
    focusHeading();
  }, [cache, pathname]);
}
