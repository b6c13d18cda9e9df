import { ArrowLeft } from "lucide-react";
import { useNavigate } from "react-router";
import type { MemberView } from "#contract/discovery.ts";
import { useAppMenuItem } from "#web/features/chrome/app-menu-item.tsx";
import css from "#web/features/profile-view/profile-view.module.css";
import { useLeaveMember } from "#web/features/safety/leave-member.ts";
import { MemberMenu } from "#web/features/safety/member-menu.tsx";
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
