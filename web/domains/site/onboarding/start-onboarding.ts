/** `data-onboarding` also covers the page until the onboarding has loaded. On failure the page is uncovered. */
export function startOnboarding(): void {
  const { dataset } = document.documentElement;
  if (dataset["onboarding"] === undefined) return;
  import("#web/pwa/deferred-imports.ts")
    .then(({ mountOnboarding }) => mountOnboarding())
    .catch(() => delete dataset["onboarding"]);
}
