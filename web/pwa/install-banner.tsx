import { Share, SquarePlus, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { detectMobilePlatform, isInstalled } from "#web/lib/device.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
import { deferredPrompt } from "#web/pwa/install-prompt.ts";
import css from "#web/pwa/notices.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

const DISMISSED = "installBannerDismissed";

/** The browser's offer, while there is one. It can be taken once. */
function useOffer() {
  const [offer, setOffer] = useState(deferredPrompt.event);
  useEffect(() => {
    const look = () => setOffer(deferredPrompt.event);
    // The one that holds it back hears of it first.
    addEventListener("beforeinstallprompt", look);
    // It may have come while this was being drawn.
    look();
    return () => removeEventListener("beforeinstallprompt", look);
  }, []);
  const take = () => {
    deferredPrompt.event = undefined;
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
  const kind = detectMobilePlatform(navigator);
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
        <h2 id="install" className={typography.strong}>
          Install Spotter
        </h2>
        {kind === "ios" ? (
          <ol className={classNames(typography.small, css.steps)}>
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
          <p className={classNames(typography.small, typography.muted)}>Opens in one tap.</p>
        )}
      </div>
      {kind === "other" && <Button onClick={() => void install()}>Install</Button>}
      <IconButton label="Dismiss" className={css.dismiss} onClick={dismiss}>
        <X />
      </IconButton>
    </section>
  );
}
