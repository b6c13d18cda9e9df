import { useNavigate } from "react-router";
import { useAccountModals } from "#web/domains/accounts/modals/account-modals.tsx";
import { session } from "#web/lib/session.ts";
import { StepsPage } from "#web/screens/how-it-works/steps-page.tsx";

export function Component() {
  const { openSignup } = useAccountModals();
  const navigate = useNavigate();
  const start = (memberPath: string) => {
    if (session.read()) void navigate(memberPath);
    else openSignup();
  };
  return <StepsPage onStart={start} />;
}
