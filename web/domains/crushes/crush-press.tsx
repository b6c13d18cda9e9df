import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import type { CrushAbout, MemberSummary } from "#contract/schemas.ts";
import type { CrushCredits } from "#web/domains/crushes/crush-credits.ts";
import { heldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { toOriginState } from "#web/lib/purchase-origin.ts";
import { announce } from "#web/ui/announcer.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { toast } from "#web/ui/toast.tsx";

const noPhotoDialog = lazyModule(() =>
  import("#web/domains/crushes/no-photo-dialog.tsx").then((file) => file.NoPhotoDialog),
);
/** Session storage: the member has decided to send crushes without a photo. */
const SENDS_WITHOUT_PHOTO = "sendsWithoutPhoto";

interface Options {
  /** They have crushed on me: a crush makes a match, and is sent at once. */
  isAnswer: boolean;
  credits: CrushCredits;
  about?: CrushAbout;
  /** Called when the crush is sent from the question about a missing photo. */
  onDialogSend?: () => void;
}

/**
 * A press on a crush button leads to the wallet without a credit, asks about a missing photo of one's own
 * once, and holds the crush, or sends it if it answers one.
 * @returns the press, and the question to render
 */
export function useCrushPress(
  member: MemberSummary,
  { isAnswer, credits, about, onDialogSend }: Options,
): { readonly press: () => Promise<void>; readonly dialog: ReactNode } {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const Dialog = useLazyModule(noPhotoDialog, isAsking, () => setAsking(false));

  async function press(): Promise<void> {
    if (credits.isOut) {
      toast(CLIENT_ERRORS.out_of_crushes, "error");
      const state = toOriginState({ path: `/profile/${member._id}`, name: member.username });
      void navigate("/profile#crushes", { state });
      return;
    }
    if (sessionStorage.getItem(SENDS_WITHOUT_PHOTO) === null && (await credits.lacksPhoto())) return setAsking(true);
    send();
  }

  function send(): void {
    const refusal = credits.findRefusal();
    if (refusal) refusal((path) => void navigate(path)).catch(begin);
    else begin();
  }

  function sendWithoutPhoto(): void {
    sessionStorage.setItem(SENDS_WITHOUT_PHOTO, "true");
    setAsking(false);
    onDialogSend?.();
    send();
  }

  function begin(): void {
    if (isAnswer) {
      heldCrushes.sendNow(member, about);
      return;
    }
    heldCrushes.hold(member, about);
    announce(`Your crush on ${member.username} is sent in 5 seconds. Press the button again to take it back.`);
  }

  return {
    press,
    dialog: <LazyRender as={Dialog} open={isAsking} onOpenChange={setAsking} onSend={sendWithoutPhoto} />,
  };
}
