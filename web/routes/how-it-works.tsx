import { useNavigate } from "react-router";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { StepsPage } from "#web/features/landing/steps-page.tsx";
import { session } from "#web/lib/session.ts";

export function Component() {
  const { openSignup } = useAccountModals();
  const navigate = useNavigate();
  const start = (memberPath: string) => {
    if (session.read()) void navigate(memberPath);
    else openSignup();
  };
  return <StepsPage onStart={start} />;
}
