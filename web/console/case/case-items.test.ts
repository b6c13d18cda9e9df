import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CaseNotice } from "#contract/moderation/cases.ts";
import { CaseItems } from "#web/console/case/case-items.tsx";

const NOTICE = { _id: "notice", kind: "illegal", createdAt: "2030-01-01T00:00:00Z" } as CaseNotice;

const render = (isDecided: boolean): string =>
  renderToStaticMarkup(
    createElement(CaseItems, {
      reports: [],
      notices: [NOTICE],
      moreReports: 3,
      moreNotices: 2,
      subject: "jordan_lifts",
      isShown: false,
      isDecided,
      judgmentOf: () => undefined,
    }),
  );

test("what is open and not shown is closed by no action alone", () => {
  expect(render(false)).toContain("Not shown: 3 more reports. No action closes them");
});

test("the evidence of a decision says what is not shown, and of no act that closes it", () => {
  expect(render(true)).toContain("Not shown: 3 more reports. The decision answered them, too.");
  expect(render(true)).not.toContain("No action closes");
});
