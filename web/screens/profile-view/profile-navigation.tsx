import { ArrowLeft } from "lucide-react";
import { useNavigate } from "react-router";
import type { MemberView } from "#contract/discovery/discovery.ts";
import { useLeaveMember } from "#web/domains/moderation/reports/leave-member.ts";
import { MemberMenu } from "#web/domains/moderation/reports/member-menu.tsx";
import { useAppMenuItem } from "#web/domains/site/chrome/app-menu-item.tsx";
import css from "#web/screens/profile-view/profile-view.module.css";
import { IconButton } from "#web/ui/icon-button.tsx";

/** Leads to Browse if the profile was opened by a link. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const canGoBack = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    void (canGoBack > 0 ? navigate(-1) : navigate("/browse"));
  };
}

export function BackButton() {
  const goBack = useGoBack();
  return (
    <IconButton variant="photo" label="Back" className={css.back} onClick={goBack}>
      <ArrowLeft />
    </IconButton>
  );
}

/** On phones over the photos, otherwise beside the name. */
export function ProfileMenu({ view: { user, isMatch }, overPhoto = false }: { view: MemberView; overPhoto?: boolean }) {
  const leave = useLeaveMember(user._id, "/browse");
  const appMenu = useAppMenuItem();
  return (
    <MemberMenu
      member={user}
      isMatched={isMatch}
      onEnded={leave}
      furtherItems={appMenu}
      variant={overPhoto ? "photo" : "page"}
      className={overPhoto ? css.moreOnPhoto : css.more}
    />
  );
}
