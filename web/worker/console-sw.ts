import { openAlert, showAlert } from "#web/worker/staff-alerts.ts";

/** The console's worker, in the scope `/moderation/`. Without a listener for requests it caches nothing. */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("push", (event) => event.waitUntil(showAlert(self, event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openAlert(self, event.notification)));
