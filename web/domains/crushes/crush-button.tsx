import { Check, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { CRUSH_COST } from "#contract/limits.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import css from "#web/domains/crushes/crush-button.module.css";
import type { CrushCredits } from "#web/domains/crushes/crush-credits.ts";
import { useCrushPress } from "#web/domains/crushes/crush-press.tsx";
import { type HeldCrush, HOLD_MS, heldCrushes, useHeldCrush } from "#web/domains/crushes/held-crushes.ts";
import { announce } from "#web/ui/announcer.ts";
import { Button } from "#web/ui/button.tsx";

/** A press so soon after the first one takes nothing back. */
const DOUBLE_CLICK_MS = 600;

interface Props {
  member: MemberSummary;
  isSent: boolean;
  /** They have crushed on me: a crush makes a match, and is sent at once. */
  isAnswer?: boolean;
  credits: CrushCredits;
  label?: "Send Crush" | "Send a Crush" | "Send Crush Back" | "Crush back";
  sentLabel?: "Crush Sent" | "Crush Sent ✓";
  size?: "md" | "lg";
  wide?: boolean;
  className?: string | undefined;
  /** Id of the member's name: distinguishes the buttons of a list for screen readers. */
  describedBy?: string | undefined;
}

/**
 * Sends a crush and shows its cost beforehand. For a few seconds the same button takes it back. Afterwards it only shows
 * the state.
 */
export function CrushButton({
  member,
  isSent,
  isAnswer = false,
  credits,
  label = isAnswer ? "Crush back" : "Send Crush",
  sentLabel = "Crush Sent",
  describedBy,
  ...look
}: Props) {
  const held = useHeldCrush(member._id);
  const [focused, setFocused] = useState(false);
  const { press, dialog } = useCrushPress(member, {
    isAnswer,
    credits,
    // The dialog returns it once it is closed. By then the crush may be sent, and a disabled button takes no focus.
    onDialogSend: () => setFocused(true),
  });
  const common = {
    ...look,
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    "aria-describedby": describedBy,
  };

  function handleTakeBack({ dueAt }: HeldCrush): void {
    // The second press of a double click means the same as the first.
    if (dueAt - Date.now() > HOLD_MS - DOUBLE_CLICK_MS) return;
    if (heldCrushes.takeBack(member._id)) announce("Taken back. Nothing was spent.");
  }

  function handleTakeBackWaiting(): void {
    if (heldCrushes.takeBack(member._id)) announce("Taken back. If it had reached Spotter, it shows as sent.");
  }

  function renderButton() {
    if (isSent) {
      return (
        <Button
          {...common}
          variant="done"
          // Disabling the button while it has the focus would lose the focus; after a blur it leaves the tab order.
          disabled={!focused}
          aria-disabled
          icon={!sentLabel.endsWith("✓") && <Check />}
        >
          {sentLabel}
        </Button>
      );
    }
    if (held?.state === "held") {
      return (
        <Button {...common} variant="line" icon={<Collar held={held} />} onClick={() => handleTakeBack(held)}>
          Undo
        </Button>
      );
    }
    if (held?.state === "waiting") {
      return (
        <Button {...common} variant="line" icon={<Undo2 />} onClick={handleTakeBackWaiting}>
          Waiting · Undo
        </Button>
      );
    }
    const busy = held?.state === "sending" ? "Sending..." : undefined;
    return (
      <Button
        {...common}
        variant="crush"
        busy={busy}
        cost={credits.free ? undefined : CRUSH_COST}
        onClick={() => (held?.state === "stale" ? heldCrushes.confirm(member._id) : void press())}
      >
        {label}
      </Button>
    );
  }

  return (
    <>
      {renderButton()}
      {dialog}
    </>
  );
}

/** A ring that closes until the crush is sent; with reduced motion the seconds that are left. */
function Collar({ held: { dueAt } }: { held: HeldCrush }) {
  const [left, setLeft] = useState(() => Math.max(0, dueAt - Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, dueAt - Date.now())), 1000);
    return () => clearInterval(timer);
  }, [dueAt]);
  // The animation starts where it would be: the button may have been mounted after the press.
  const [elapsed] = useState(HOLD_MS - left);
  return (
    <span className={css.collar} style={{ animationDuration: `${HOLD_MS}ms`, animationDelay: `-${elapsed}ms` }}>
      <span>{Math.ceil(left / 1000)}</span>
    </span>
  );
}
