import type { Page } from "@playwright/test";

export const packageOption = (page: Page, name: string) => page.getByRole("radio", { name: new RegExp(`^${name}`) });

export const buyButton = (page: Page) => page.getByRole("button", { name: /^Buy \d+ crushes for \$/ });

export async function buyPackage(page: Page, name: string): Promise<void> {
  await packageOption(page, name).check();
  await buyButton(page).click();
}

export const panelToggle = (page: Page) => page.getByRole("button", { name: /^My Crushes/ });

export const balance = (page: Page, count: number) =>
  page.getByRole("tabpanel").getByText(new RegExp(`^${count} crush(es)? left$`));

export const listPurchaseEvents = (page: Page) =>
  page.evaluate(() => {
    const { dataLayer = [] } = window as { dataLayer?: { event?: string }[] };
    return dataLayer.filter(({ event = "" }) => /^(purchase|subscription)/.test(event));
  });

export const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$/ });
