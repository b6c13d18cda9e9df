import { setTimeout as pause } from "node:timers/promises";
import type { EngineTab } from "./engines.ts";
import type { PageFunction } from "./webdriver.ts";

/** In a browser of any engine: elements are found by role and name, and pressed by pointer. */

const WAIT_MS = 15_000;
const CHECK_MS = 20;

export type Role = "link" | "button" | "field" | "heading" | "dialog" | "dialogButton" | "text";

const SELECTORS: Readonly<Record<Role, string>> = {
  link: "a[href]",
  button: "button, [role=button], [role=tab], [role=menuitem]",
  field: "input, textarea, select",
  dialogButton: "[role=dialog] button",
  heading: "h1, h2, h3, h4",
  dialog: "[role=dialog], [role=alertdialog]",
  text: "body *",
};

/**
 * Runs in the page. Scrolls to the first shown element of a name and returns its center.
 * @param name text that its name begins with, or an exact name in quotes
 */
function locate(selector: string, name: string): readonly [x: number, y: number] | undefined {
  const nameOf = (element: Element) => {
    const { labels, placeholder } = element as HTMLInputElement;
    const [label] = labels ?? [];
    const labelledBy = document.getElementById(element.getAttribute("aria-labelledby") ?? "");
    const own = element.ariaLabel ?? (labelledBy ?? label ?? element).textContent;
    return (own || placeholder || "").replace(/\s+/g, " ").trim();
  };
  const exact = /^"(.*)"$/.exec(name)?.[1];
  const isNamed = (element: Element) =>
    exact === undefined ? nameOf(element).startsWith(name) : nameOf(element) === exact;
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (!isNamed(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    // An element may be covered, for example by a dialog.
    if (hit && (element.contains(hit) || hit.contains(element))) return [x, y];
  }
  return undefined;
}

export interface EnginePage {
  /** For anything but false or undefined. @throws Error that names `what` */
  readonly until: <T>(what: string, run: PageFunction<T | false | undefined>, ...args: unknown[]) => Promise<T>;
  readonly see: (role: Role, name: string) => Promise<void>;
  /** Once it is shown. */
  readonly press: (role: Role, name: string) => Promise<void>;
  readonly fill: (name: string, text: string) => Promise<void>;
  readonly waitForPath: (path: string) => Promise<void>;
}

export function createEnginePage(tab: EngineTab): EnginePage {
  async function until<T>(what: string, run: PageFunction<T | false | undefined>, ...args: unknown[]): Promise<T> {
    let reason = "";
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await pause(CHECK_MS)) {
      try {
        const found = await tab.evaluate(run, ...args);
        if (found !== undefined && found !== false && found !== null) return found;
      } catch (error) {
        // The page may be in the middle of a navigation.
        reason = `: ${String(error)}`;
      }
    }
    throw new Error(`There is no ${what}${reason}`);
  }
  const find = (role: Role, name: string) => until(`${role} "${name}"`, locate, SELECTORS[role], name);
  const press = async (role: Role, name: string) => tab.click(...(await find(role, name)));
  return {
    until,
    press,
    see: async (role, name) => void (await find(role, name)),
    async fill(name, text) {
      await press("field", name);
      await tab.type(text);
    },
    waitForPath: (path) =>
      until(`page at ${path}`, (wanted) => location.pathname === wanted, path).then(() => undefined),
  };
}
