/** A list in a `data-*` attribute of `<html>`. Empty if the page has none. */
export function readList(name: "calls" | "photos" | "scripts" | "styles"): string[] {
  const text = document.documentElement.dataset[name];
  return text ? text.split(" ") : [];
}
