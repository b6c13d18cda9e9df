import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { loadContactEnd } from "#web/domains/chat/load-contact-end.ts";
import { markMemberLeaving, removeMember } from "#web/domains/members/ending-contact.ts";
import { afterNavigation, focusHeading } from "#web/lib/after-navigation.ts";
import { toast } from "#web/ui/toast.tsx";

/**
 * Navigates away from a member whose contact ended, and shows `text` on the next screen. The member is removed from the
 * cache only there, because the current screen would refetch them.
 */
export function useLeaveMember(userId: string, to: "/messages" | "/browse") {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return async (text: string, link?: ReactNode): Promise<void> => {
    markMemberLeaving(userId);
    const loaded = await loadContactEnd();
    afterNavigation(pathname, () => {
      removeMember(cache, userId);
      loaded?.onContactEnded(cache, userId);
      toast(text, "done", undefined, link);
      focusHeading();
    });
    void navigate(to, { replace: true });
  };
}
