import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { verificationKey } from "#web/domains/moderation/verification/verification.queries.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";
import { toast } from "#web/ui/toast.tsx";

export const verificationLive: EventHandlers = {
  verification_changed: ({ outcome }, cache) => {
    void refetchQuery(cache, verificationKey);
    void refetchQuery(cache, ownProfileKey);
    if (outcome === "approved") toast("You are verified. Your profile has the badge now.", "done", "verification");
    if (outcome === "refused")
      toast("Your selfie could not be approved. Settings, Account says why.", "error", "verification");
  },
  onReconnect: (cache) => void refetchQuery(cache, verificationKey),
};
