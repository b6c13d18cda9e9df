/**
 * Loads the introduction where `<html>` says that it is due, and has it begin. The page is covered until then; it is there
 * instead where that cannot be loaded.
 */
export function startOnboarding(): void {
  const { dataset } = document.documentElement;
  if (dataset["onboarding"] === undefined) return;
  import("#web/pwa/deferred-imports.ts")
    .then(({ mountOnboarding: introduce }) => introduce())
    .catch(() => delete dataset["onboarding"]);
}
