import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Statement } from "#web/console/decision/statement.tsx";
import type { Decision } from "#web/console/decision/use-decision.ts";

const EMAIL = { subject: "Your account is restricted", paragraphs: ["You cannot send messages."], links: [] };
const NO_EMAIL = "They get no email.";
const BUSY = 'aria-busy="true"';

function render(preview: Partial<Decision["preview"]>, isIncomplete = false): string {
  const decision = { rule: "consent", rules: ["consent"], facts: "", words: "", ready: [], isIncomplete };
  const known = { email: undefined, isCurrent: false, error: null, ...preview };
  return renderToStaticMarkup(
    createElement(Statement, { decision: { ...decision, preview: known } as unknown as Decision }),
  );
}

test("nobody gets an email only if the server says so of this decision", () => {
  expect(render({ email: null, isCurrent: true })).toContain(NO_EMAIL);
  for (const email of [null, undefined]) {
    const waiting = render({ email });
    expect(waiting).not.toContain(NO_EMAIL);
    expect(waiting).toContain(BUSY);
  }
});

test("the email of an earlier choice is busy", () => {
  expect(render({ email: EMAIL })).toContain(BUSY);
  expect(render({ email: EMAIL, isCurrent: true })).not.toContain(BUSY);
});

test("without a photo to remove there is no email, not even that of an earlier choice", () => {
  const shown = render({ email: EMAIL }, true);
  expect(shown).toContain("Choose the photo first.");
  expect(shown).not.toContain(EMAIL.subject);
});

test("an email that could not be shown can be asked for again", () => {
  const shown = render({ error: new TypeError("Failed to fetch") });
  expect(shown).toContain("The email could not be shown.");
  expect(shown).toContain("Try again");
});
