import { Check } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import { CRUSH_COST } from "#contract/limits.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { useSendCrush } from "#web/features/crushes/crushes.queries.ts";
import { celebrateMatch } from "#web/features/crushes/match-store.ts";
import { newPeopleWords } from "#web/features/members/daily-limits.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";

/** What pays for a crush, and who hears that one was spent. Screens fill it from the wallet. */
export interface CrushCredits {
  /** An active subscription makes sending free. */
  readonly free: boolean;
  /** No credit is left, and there is no subscription. */
  readonly isOut: boolean;
  /** A crush was sent. `remaining` credits are left, if the server said so. */
  onSent(memberId: string, isMatch: boolean, remaining?: number): void;
  /** A request failed, so the balance has to be refetched. */
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
  /** The id of the name, for those who hear many such buttons. */
  describedBy?: string | undefined;
}

/** Sends a crush, its cost said before the tap; once sent it only says so. */
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

  function refuse(): void {
    toast(CLIENT_ERRORS.out_of_crushes, "error");
    void navigate("/profile#crushes");
  }

  async function press(): Promise<void> {
    if (sent) return toast(CLIENT_ERRORS.already_sent, "error");
    if (credits.isOut) return refuse();
    try {
      const reply = await send();
      if (!reply) return;
      credits.onSent(member._id, reply.isMatch, reply.remainingCrushes);
      if (reply.isMatch) celebrateMatch(member);
      else toast(reply.newPeople ? `${reply.message} ${newPeopleWords(reply.newPeople)}` : reply.message, "done");
    } catch (error) {
      credits.onSendError();
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === "out_of_crushes") return refuse();
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
        // The focus would be lost by what is disabled; once it has moved on, this is no stop of its way any more.
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
      onClick={() => void press()}
      aria-describedby={describedBy}
    >
      {label}
    </Button>
  );
}
