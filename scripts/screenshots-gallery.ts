export interface Screenshot {
  readonly group: string;
  readonly scene: string;
  readonly width: number;
  readonly theme: string;
  readonly file: string;
}

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; --high: 420px }
body { margin: 0 }
form { display: contents }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 20px; padding: 10px 16px; background: Canvas; border-bottom: 1px solid GrayText }
fieldset { display: flex; gap: 10px; border: 0; margin: 0; padding: 0 }
label { white-space: nowrap }
h2 { margin: 28px 16px 8px }
h3 { margin: 12px 16px 6px; font-size: 14px }
.row { display: flex; gap: 12px; overflow-x: auto; padding: 0 16px 8px }
figure { flex: none; margin: 0 }
figcaption { color: GrayText; font-size: 12px }
.frame { display: block; max-height: var(--high); overflow-y: auto; border: 1px solid GrayText; border-radius: 6px }
.frame img { display: block }
[hidden] { display: none !important }`;

const SCRIPT = `
const form = document.querySelector("form");
const saved = new URLSearchParams(location.hash.slice(1));
for (const field of form.elements) {
  if (field.type === "checkbox" && saved.has("all")) field.checked = saved.getAll(field.name).includes(field.value);
  else if (field.name && field.type !== "checkbox" && saved.has(field.name)) field.value = saved.get(field.name);
}
function show() {
  const chosen = new FormData(form);
  const words = chosen.get("words").toLowerCase();
  for (const figure of document.querySelectorAll("figure"))
    figure.hidden = !chosen.getAll("width").includes(figure.dataset.width) || !chosen.getAll("theme").includes(figure.dataset.theme);
  for (const scene of document.querySelectorAll("article")) scene.hidden = !scene.dataset.name.includes(words);
  for (const group of document.querySelectorAll("section")) group.hidden = !group.querySelector("article:not([hidden])");
  document.documentElement.style.setProperty("--high", chosen.get("high") + "px");
  for (const image of document.images) image.width = Math.round(image.dataset.width * chosen.get("zoom") / 100);
  chosen.set("all", "");
  history.replaceState(null, "", "#" + new URLSearchParams(chosen));
}
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
show();`;

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

const checks = (name: string, values: readonly (string | number)[]): string =>
  `<fieldset>${values
    .map((value) => `<label><input type="checkbox" name="${name}" value="${value}" checked> ${value}</label>`)
    .join("")}</fieldset>`;

const figure = ({ file, width, theme }: Screenshot): string =>
  `<figure data-width="${width}" data-theme="${theme}"><a class="frame" href="${file}" target="_blank" tabindex="-1"><img src="${file}" alt="${file}" data-width="${width}" loading="lazy"></a><figcaption>${width} ${theme}</figcaption></figure>`;

/**
 * @param order the names of the scenes in display order. Names and files come from this repository and need no
 * escaping.
 */
export function renderGallery(screenshots: readonly Screenshot[], order: readonly string[]): string {
  const sorted = screenshots.toSorted((a, b) => order.indexOf(a.scene) - order.indexOf(b.scene));
  const scene = (name: string): string =>
    `<article data-name="${name}"><h3>${name}</h3><div class="row">${sorted
      .filter((one) => one.scene === name)
      .map(figure)
      .join("")}</div></article>`;
  const groups = unique(sorted.map(({ group }) => group)).map((group) => {
    const names = unique(sorted.filter((one) => one.group === group).map((one) => one.scene));
    return `<section><h2>${group}</h2>${names.map(scene).join("")}</section>`;
  });
  const widths = unique(screenshots.map(({ width }) => width)).toSorted((a, b) => a - b);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Spotter screenshots</title><style>${STYLE}</style>
<header><form>${checks("width", widths)}${checks("theme", unique(screenshots.map(({ theme }) => theme)))}
<label>Scene <input type="search" name="words"></label>
<label>Size <input type="range" name="zoom" min="15" max="100" value="50"></label>
<label>Height <input type="range" name="high" min="120" max="3000" value="420"></label></form></header>
<main>${groups.join("\n")}</main><script>${SCRIPT}</script></html>`;
}
