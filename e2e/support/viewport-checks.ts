import type { Page } from "@playwright/test";

/** Checks of target size, zoom, text spacing and reduced motion. */

/** The window of a display of 1280 by 1024 pixels at 400% zoom. */
export const ZOOMED = { width: 320, height: 256 };

/** The text spacing of WCAG 1.4.12. */
export const SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }";

/** A phone whose text is twice as large, by the browser's setting and by the zoom of Android. */
export const LARGE_TEXT = [
  { width: 390, height: 844, fontSize: 32 },
  { width: 195, height: 422, fontSize: 16 },
] as const;

/** Sets the font size of the browser's settings, which `rem` and media queries in `em` follow. */
export async function setBrowserFontSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard } });
  await session.detach();
}

/** Finds buttons and tabs whose text reaches beyond them. */
export const findClippedLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, [role=tab], [role=switch], nav a")].flatMap((control) => {
      const box = control.getBoundingClientRect();
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width < 2) return [];
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (getComputedStyle(text.parentElement ?? control).clipPath !== "none") continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, top, bottom, width } = range.getBoundingClientRect();
        const isOutside = left < box.left - 1 || right > box.right + 1 || top < box.top - 3 || bottom > box.bottom + 3;
        if (width > 0 && isOutside)
          return [`'${text.textContent}' in ${control.tagName} of ${Math.round(box.width)} px`];
      }
      return [];
    }),
  );

/** Finds controls that are smaller than a finger. Links in sentences are exempt. */
export const findSmallControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog], dialog[open]");
    const place = [...dialogs].at(-1) ?? document;
    const controls = place.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [role=slider], [role=tab], [role=menuitem]",
    );
    const sizes = (element: Element): [number, number][] => {
      const { width, height } = element.getBoundingClientRect();
      const after = getComputedStyle(element, "::after");
      const isGrown = after.content !== "none" && after.position === "absolute";
      return [
        [width, height],
        ...(isGrown ? [[parseFloat(after.width), parseFloat(after.height)] as [number, number]] : []),
      ];
    };
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest("[inert], [aria-hidden=true]"))
        return [];
      const sentence = (control.parentElement?.textContent ?? "").trim().length;
      const isInText = control.tagName === "A" && getComputedStyle(control).display === "inline";
      if (isInText && sentence > control.textContent.trim().length) return [];
      const labels = "labels" in control ? [...((control as HTMLInputElement).labels ?? [])] : [];
      const all = [control, ...labels].flatMap(sizes);
      const isLarge = all.some(([width, height]) => width > 43.9 && height > 43.9);
      if (isLarge || all.every(([width]) => width === 0)) return [];
      const name = control.getAttribute("aria-label") ?? control.textContent;
      return [`${control.tagName} '${name}' is ${all[0]?.map(Math.round).join(" by ")}`];
    });
  });

/** The height of the window that is covered by fixed or sticky bars. Overlays of the whole window do not count. */
export const fixedBarHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isBar = (hit: Element | null): boolean => {
      for (let at = hit; at; at = at.parentElement) {
        const stays = /fixed|sticky/.test(getComputedStyle(at).position);
        if (stays) return at.getBoundingClientRect().height < innerHeight * 0.9;
      }
      return false;
    };
    const rows = Array.from({ length: innerHeight / 4 }, (_, i) => i * 4 + 2);
    return rows.filter((y) => isBar(document.elementFromPoint(innerWidth / 2, y))).length * 4;
  });

export const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Finds animations on the page that do more than fade. */
export const findMovement = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CALM = new Set(["opacity", "visibility", "color", "background-color", "animation-timing-function"]);
    const rules = (list: CSSRuleList): CSSRule[] =>
      [...list].flatMap((rule) => [rule, ...("cssRules" in rule ? rules(rule.cssRules as CSSRuleList) : [])]);
    const moving = new Set<string>();
    for (const rule of [...document.styleSheets].flatMap((sheet) => rules(sheet.cssRules))) {
      if (!(rule instanceof CSSKeyframesRule)) continue;
      const named = [...rule].flatMap((frame) => [...(frame as CSSKeyframeRule).style]);
      if (named.some((property) => !CALM.has(property))) moving.add(rule.name);
    }
    const found = [...document.querySelectorAll("*")].flatMap((element) =>
      ["", "::before", "::after"].flatMap((part) => {
        const { animationName, scrollBehavior } = getComputedStyle(element, part || undefined);
        const names = animationName.split(", ").filter((name) => moving.has(name));
        return scrollBehavior === "smooth" ? [...names, "smooth scrolling"] : names;
      }),
    );
    return [...new Set(found)];
  });
