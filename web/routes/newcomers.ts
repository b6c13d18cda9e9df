/**
 * Loads the introduction where `<html>` says that it is due, and has it begin. The page is covered until then; it is there
 * instead where that cannot be loaded.
 */
export function introduceNewcomers(): void {
  const { dataset } = document.documentElement;
  if (dataset["onboarding"] === undefined) return;
  import("#web/pwa/later.ts").then(({ introduce }) => introduce()).catch(() => delete dataset["onboarding"]);
}
