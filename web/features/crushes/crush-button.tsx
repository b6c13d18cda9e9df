import { Check } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import { CRUSH_COST } from "#contract/limits.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { useSendCrush } from "#web/features/crushes/crushes.queries.ts";
import { celebrateMatch } from "#web/features/crushes/match-store.ts";
import { formatNewPeopleLimit } from "#web/features/members/daily-limits.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { announce } from "#web/ui/announcer.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Connects the button to the wallet: the price and the callbacks after sending. */
export interface CrushCredits {
  /** With an active subscription a crush costs no credit. */
  readonly free: boolean;
  /** No credit left and no active subscription. */
  readonly isOut: boolean;
  /** Called when a crush was sent, with the remaining credits if the server returned them. */
  onSent(memberId: string, isMatch: boolean, remaining?: number): void;
  /** Called when a request failed, so that the balance is refetched. */
  onSendError(): void;
}

interface Props {
  member: MemberSummary;
  isSent: boolean;
  credits: CrushCredits;
  label?: "Send Crush" | "Send a Crush" | "Send Crush Back";
  sentLabel?: "Crush Sent" | "Crush Sent ✓";
  size?: "md" | "lg";
  wide?: boolean;
  className?: string | undefined;
  /** Id of the member's name: distinguishes the buttons of a list for screen readers. */
  describedBy?: string | undefined;
}

/** Sends a crush and shows its cost beforehand. Afterwards it only shows the state. */
export function CrushButton({
  member,
  isSent: sent,
  credits,
  label = "Send Crush",
  sentLabel = "Crush Sent",
  describedBy,
  ...look
}: Props) {
  const { busy, send } = useSendCrush(member);
  const navigate = useNavigate();
  const [focused, setFocused] = useState(false);
  const focus = { onFocus: () => setFocused(true), onBlur: () => setFocused(false) };

  function redirectToShop(): void {
    toast(CLIENT_ERRORS.out_of_crushes, "error");
    void navigate("/profile#crushes");
  }

  async function handlePress(): Promise<void> {
    if (sent) return toast(CLIENT_ERRORS.already_sent, "error");
    if (credits.isOut) return redirectToShop();
    try {
      const reply = await send();
      if (!reply) return;
      credits.onSent(member._id, reply.isMatch, reply.remainingCrushes);
      if (reply.isMatch) celebrateMatch(member);
      // The button shows it; screen readers hear it.
      else announce(reply.message);
      if (!reply.isMatch && reply.newPeople) toast(formatNewPeopleLimit(reply.newPeople), undefined, "new-people");
    } catch (error) {
      credits.onSendError();
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === "out_of_crushes") return redirectToShop();
      if (code === "already_sent") credits.onSent(member._id, false);
      toast(getErrorMessage(error, "Failed to send crush", "Failed to send crush"), "error");
    }
  }

  if (sent) {
    return (
      <Button
        {...look}
        {...focus}
        variant="done"
        // Disabling the button while it has the focus would lose the focus; after a blur it leaves the tab order.
        disabled={!focused}
        aria-disabled
        icon={!sentLabel.endsWith("✓") && <Check />}
        aria-describedby={describedBy}
      >
        {sentLabel}
      </Button>
    );
  }
  return (
    <Button
      {...look}
      {...focus}
      variant="crush"
      busy={busy ? "Sending..." : undefined}
      cost={credits.free ? undefined : CRUSH_COST}
      onClick={() => void handlePress()}
      aria-describedby={describedBy}
    >
      {label}
    </Button>
  );
}
