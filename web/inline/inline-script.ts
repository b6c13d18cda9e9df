import { replaceBlockedStorage } from "#web/inline/blocked-storage.ts";
import { sendEarlyCalls } from "#web/inline/early-calls.ts";
import { keepInput } from "#web/inline/kept-input.ts";
import { loadKeptPage } from "#web/inline/kept-page.ts";
import { startAppLate } from "#web/inline/late-start.ts";
import { setPageState } from "#web/inline/page-state.ts";
import { addResourceHints } from "#web/inline/resource-hints.ts";
import { keepInstallPrompt } from "#web/pwa/install-prompt.ts";

/*
 * The build writes this script into the head of each page (`scripts/inline-script.ts`), where it runs before the first
 * paint. It is the same on all pages. What differs is in `data-*` attributes of `<html>`, from
 * `scripts/prerender-pages.ts`.
 */

replaceBlockedStorage();
setPageState();
// Before the hints of scripts, because the browser opens six connections.
sendEarlyCalls();
addResourceHints();
startAppLate();
loadKeptPage();
keepInstallPrompt();
keepInput();
