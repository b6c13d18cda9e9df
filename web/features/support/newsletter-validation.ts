import { newsletterForm } from "#contract/support.ts";
import { askForNewsletter } from "#web/features/support/support.queries.ts";
import { validateForm } from "#web/lib/validate.ts";
import { toFormErrors } from "#web/ui/form-errors.ts";

/** What the newsletter's box says: that all is well, or what is wrong. */
export type Answer = { readonly said: string } | { readonly problem: string };

/** Checks an address and asks for the newsletter. Loaded when somebody does, so that no page pays for it before. */
export async function ask(email: string): Promise<Answer> {
  const { email: problem } = validateForm(newsletterForm, { email });
  if (problem) return { problem };
  try {
    return { said: await askForNewsletter(email) };
  } catch (error) {
    const { email: refused, form = "" } = toFormErrors(error, { email: "" }, "Failed to subscribe");
    return { problem: refused ?? form };
  }
}
