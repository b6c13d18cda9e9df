import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { selectTests } from "./changed-tests.ts";

const SOURCES = new Map(
  Object.entries({
    "contract/crushes/crushes.ts": "",
    "contract/endpoints.ts": `import * as crushes from "#contract/crushes/crushes.ts";`,
    "server/app.ts": `import { sendCrush } from "#server/domains/crushes/crushes.service.ts";`,
    "server/app.test.ts": `import { createApp } from "#server/app.ts";`,
    "server/platform/lib/ids.ts": "",
    "server/platform/lib/ids.test.ts": `import { newId } from "#server/platform/lib/ids.ts";`,
    "server/domains/crushes/crushes.service.ts": `import { sendCrush } from "#contract/crushes/crushes.ts";`,
    "server/domains/crushes/crushes.test.ts": `import { testApp } from "#server/testing/test-app.ts";`,
    "server/domains/crushes/kills.soak.test.ts": "",
    "server/domains/billing/wallet/wallet.test.ts": `import { testApp } from "#server/testing/test-app.ts";`,
    "server/testing/test-app.ts": `import { createApp } from "#server/app.ts";`,
    "web/domains/crushes/crush-button.tsx": `import { sendCrush } from "#contract/crushes/crushes.ts";`,
    "web/domains/crushes/crush-button.test.ts": `import { CrushButton } from "./crush-button.tsx";`,
    "web/domains/site/help/articles.ts": `import { ARTICLE_SOURCES } from "virtual:help-articles";`,
    "web/domains/site/help/articles.test.ts": `import { ARTICLES } from "#web/domains/site/help/articles.ts";`,
    "web/ui/button.tsx": "",
    "e2e/crushes/crushes.spec.ts": "",
  }),
);
const RULES = ["server/architecture.test.ts", "server/contract-conformance.test.ts"];

test("a change of a service selects the tests of its domain, and not those of every app", () => {
  expect(selectTests(["server/domains/crushes/crushes.service.ts"], SOURCES)).toEqual({
    server: [...RULES, "server/domains/crushes/crushes.test.ts"],
  });
  expect(selectTests(["server/domains/billing/payments/webhooks.service.ts"], SOURCES)).toEqual({
    server: [...RULES, "server/domains/billing/wallet/wallet.test.ts"],
  });
});

test("a change of the contract selects what imports it on both sides", () => {
  expect(selectTests(["contract/crushes/crushes.ts"], SOURCES)).toEqual({
    units: ["web/domains/crushes/crush-button.test.ts"],
    server: [...RULES, "server/domains/crushes/crushes.test.ts"],
  });
});

test("a change of a component selects its units and the browser tests of its screen", () => {
  expect(selectTests(["web/domains/crushes/crush-button.tsx"], SOURCES)).toEqual({
    units: ["web/domains/crushes/crush-button.test.ts"],
    browser: ["e2e/crushes/"],
  });
  expect(selectTests(["web/ui/button.tsx"], SOURCES)).toEqual({ browser: ["e2e/screens/"] });
  expect(selectTests(["web/screens/browse/list-end.tsx"], SOURCES)).toEqual({ browser: ["e2e/discovery/"] });
  expect(selectTests(["web/screens/settings/billing/withdrawal-dialog.tsx"], SOURCES)).toEqual({
    browser: ["e2e/billing/"],
  });
  expect(selectTests(["web/app/notifications.live.ts"], SOURCES).browser).toContain("e2e/notifications/");
});

test("each screen has browser tests", () => {
  const screens = readdirSync(join(import.meta.dirname, "../web/screens"));
  const folders = screens.map((screen) => selectTests([`web/screens/${screen}/${screen}.tsx`], SOURCES).browser?.[0]);
  expect(folders.filter((folder) => folder === undefined)).toEqual([]);
  expect(() => selectTests(["web/screens/no-such/no-such.tsx"], SOURCES)).toThrow("'no-such'");
});

test("a change of a help article selects the units of all articles", () => {
  expect(selectTests(["web/domains/site/help/articles/safety/block-someone.md"], SOURCES)).toEqual({
    units: ["web/domains/site/help/articles.test.ts"],
    browser: ["e2e/site/"],
  });
});

test("a changed test selects itself, a deleted one nothing", () => {
  expect(selectTests(["e2e/crushes/crushes.spec.ts"], SOURCES)).toEqual({ browser: ["e2e/crushes/crushes.spec.ts"] });
  expect(selectTests(["e2e/crushes/gone.spec.ts"], SOURCES)).toEqual({});
  expect(selectTests(["docs/architecture.md"], SOURCES)).toEqual({});
});

test("a change of what all tests depend on selects all", () => {
  expect(selectTests(["package-lock.json"], SOURCES)).toEqual({ units: [], server: [], browser: [] });
});
