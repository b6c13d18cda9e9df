import type { Page } from "@playwright/test";

/** The wallet as a person finds it. */

export const buyButton = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^Buy ${name}`) });

export const fold = (page: Page) => page.getByRole("button", { name: /^My Crushes/ });

/** How many crushes the open wallet shows. */
export const balance = (page: Page, count: number) =>
  page.getByRole("tabpanel").getByText(new RegExp(`^${count} crush(es)? left$`));

/** The events of paying that this page has noted for a tag. */
export const noted = (page: Page) =>
  page.evaluate(() => {
    const { dataLayer = [] } = window as { dataLayer?: { event?: string }[] };
    return dataLayer.filter(({ event = "" }) => /^(purchase|subscription)/.test(event));
  });

export const pay = (page: Page) => page.getByRole("button", { name: "Pay", exact: true });
