import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { afterNavigation, focusHeading } from "#web/app/after-navigation.ts";
import { forgetMember, markLeaving, onContactEnded } from "#web/features/members/contact.queries.ts";
import { toast } from "#web/ui/toast.tsx";

/**
 * Leads away from a member with whom contact has ended. The next screen says `text`, and the member is removed from the
 * cache only then: the screen that shows them would refetch them.
 */
export function useLeaveMember(userId: string, to: "/messages" | "/browse") {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (text: string): void => {
    markLeaving(userId);
    afterNavigation(pathname, () => {
      forgetMember(cache, userId);
      onContactEnded(cache, userId);
      toast(text, "done");
      focusHeading();
    });
    void navigate(to, { replace: true });
  };
}
