import { EllipsisVertical, Share, SquarePlus, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { detectMobilePlatform, isInstalled } from "#web/lib/device.ts";
import { isFirstVisit } from "#web/lib/first-visit.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
import css from "#web/pwa/notices.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useIsFreeFor } from "#web/ui/layers.ts";
import typography from "#web/ui/typography.module.css";

const DISMISSED = "installBannerDismissed";

/** The browser's deferred prompt. It can be shown once. */
function useInstallPrompt() {
  const [event, setEvent] = useState(globalThis.installPrompt);
  useEffect(() => {
    const update = () => setEvent(globalThis.installPrompt);
    // The listener of `keepInstallPrompt` was added first, so it has stored the event by now.
    addEventListener("beforeinstallprompt", update);
    // The event may have fired during the first render.
    update();
    return () => removeEventListener("beforeinstallprompt", update);
  }, []);
  const [wasShown, setWasShown] = useState(false);
  const showPrompt = () => {
    globalThis.installPrompt = undefined;
    setEvent(undefined);
    setWasShown(true);
    return event?.prompt();
  };
  return { isAvailable: event !== undefined, wasShown, showPrompt };
}

function useInstalled() {
  const [installed, setInstalled] = useState(isInstalled);
  const markInstalled = () => {
    localStorage.setItem("pwaInstalled", "true");
    setInstalled(true);
  };
  const onInstalled = useEffectEvent(markInstalled);
  useEffect(() => {
    addEventListener("appinstalled", onInstalled);
    return () => removeEventListener("appinstalled", onInstalled);
  }, []);
  return { installed, markInstalled };
}

/**
 * On phones and tablets: the browser's install prompt, or instructions where there is none. Not on the day of the first
 * visit or of joining, on which much else is new.
 */
export function InstallBanner() {
  const { isAvailable, wasShown, showPrompt } = useInstallPrompt();
  const { installed, markInstalled } = useInstalled();
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED) === "true");
  const isFree = useIsFreeFor("install");
  const platform = detectMobilePlatform(navigator);
  // A person who has answered the prompt is asked again by the next page at the earliest.
  const isOffered = !(dismissed || installed || !platform || (wasShown && !isAvailable) || isFirstVisit());
  if (!isOffered || !isFree) return null;

  const dismiss = () => {
    localStorage.setItem(DISMISSED, "true");
    setDismissed(true);
    focusPage();
  };
  const install = async () => {
    if ((await showPrompt())?.outcome === "accepted") markInstalled();
  };
  return (
    <section className={css.install} aria-labelledby="install">
      <img src="/app/icon-192.png" width="44" height="44" alt="" className={css.icon} />
      <div>
        <h2 id="install" className={typography.strong}>
          Install Spotter
        </h2>
        {isAvailable ? (
          <p className={classNames(typography.small, typography.muted)}>Opens in one tap.</p>
        ) : platform === "ios" ? (
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
          <ol className={classNames(typography.small, css.steps)}>
            <li>
              Open the browser’s <strong>menu</strong> <EllipsisVertical aria-hidden="true" />
            </li>
            <li>
              Choose <strong>Install</strong> or <strong>Add to Home screen</strong>
            </li>
          </ol>
        )}
      </div>
      {isAvailable && <Button onClick={() => void install()}>Install</Button>}
      <IconButton label="Dismiss" className={css.dismiss} onClick={dismiss}>
        <X />
      </IconButton>
    </section>
  );
}
