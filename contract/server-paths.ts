/**
 * First segments. They are no screens of the app, so its service worker leaves them to the network. `_design` is the
 * component gallery.
 */
export const SERVER_PATHS = [
  "api",
  "socket.io",
  "photos",
  "calendar",
  "d",
  "trusted",
  "moderation",
  "healthz",
  "readyz",
  "metrics",
  "_design",
] as const;
