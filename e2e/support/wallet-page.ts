import type { Page } from "@playwright/test";

/** The wallet. */

export const buyButton = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^Buy ${name}`) });

export const panelToggle = (page: Page) => page.getByRole("button", { name: /^My Crushes/ });

/** The balance that the open wallet shows. */
export const balance = (page: Page, count: number) =>
  page.getByRole("tabpanel").getByText(new RegExp(`^${count} crush(es)? left$`));

/** The purchase events that the page recorded for the analytics tag. */
export const listPurchaseEvents = (page: Page) =>
  page.evaluate(() => {
    const { dataLayer = [] } = window as { dataLayer?: { event?: string }[] };
    return dataLayer.filter(({ event = "" }) => /^(purchase|subscription)/.test(event));
  });

export const payButton = (page: Page) => page.getByRole("button", { name: "Pay", exact: true });
