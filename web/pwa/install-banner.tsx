import { Share, SquarePlus, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { isInstalled, mobileKind } from "#web/lib/device.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
import { held } from "#web/pwa/install-offer.ts";
import css from "#web/pwa/notices.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type from "#web/ui/type.module.css";

const DISMISSED = "installBannerDismissed";

/** The browser's offer, while there is one. It can be taken once. */
function useOffer() {
  const [offer, setOffer] = useState(held.offer);
  useEffect(() => {
    const look = () => setOffer(held.offer);
    // The one that holds it back hears of it first.
    addEventListener("beforeinstallprompt", look);
    // It may have come while this was being drawn.
    look();
    return () => removeEventListener("beforeinstallprompt", look);
  }, []);
  const take = () => {
    held.offer = undefined;
    setOffer(undefined);
    return offer?.prompt();
  };
  return { offered: offer !== undefined, take };
}

/** Whether the app is installed, which may also happen from the browser's menu. */
function useInstalled() {
  const [installed, setInstalled] = useState(isInstalled);
  const note = () => {
    localStorage.setItem("pwaInstalled", "true");
    setInstalled(true);
  };
  const noteIt = useEffectEvent(note);
  useEffect(() => {
    addEventListener("appinstalled", noteIt);
    return () => removeEventListener("appinstalled", noteIt);
  }, []);
  return { installed, note };
}

/** Offers phones and tablets to keep the app: by the browser's own question, on iOS by saying how. */
export function InstallBanner() {
  const { offered, take } = useOffer();
  const { installed, note } = useInstalled();
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED) === "true");
  const kind = mobileKind(navigator);
  if (dismissed || installed || !kind || (kind === "other" && !offered)) return null;

  const dismiss = () => {
    localStorage.setItem(DISMISSED, "true");
    setDismissed(true);
    focusPage();
  };
  const install = async () => {
    if ((await take())?.outcome === "accepted") note();
  };
  return (
    <section className={css.install} aria-labelledby="install">
      <img src="/app/icon-192.png" width="44" height="44" alt="" className={css.icon} />
      <div>
        <h2 id="install" className={type.strong}>
          Install Spotter
        </h2>
        {kind === "ios" ? (
          <ol className={classNames(type.small, css.steps)}>
            <li>
              Tap <strong>Share</strong> <Share aria-hidden="true" />
            </li>
            <li>
              Choose <strong>Add to Home Screen</strong> <SquarePlus aria-hidden="true" />
            </li>
            <li>
              Tap <strong>Add</strong>
            </li>
          </ol>
        ) : (
          <p className={classNames(type.small, type.muted)}>Opens in one tap.</p>
        )}
      </div>
      {kind === "other" && <Button onClick={() => void install()}>Install</Button>}
      <IconButton label="Dismiss" className={css.dismiss} onClick={dismiss}>
        <X />
      </IconButton>
    </section>
  );
}
