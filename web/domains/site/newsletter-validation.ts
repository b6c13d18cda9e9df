import { newsletterForm } from "#contract/site/site-forms.ts";
import { requestNewsletter } from "#web/domains/site/site.requests.ts";
import { validateForm } from "#web/lib/validate.ts";
import { toFormErrors } from "#web/ui/form-errors.ts";

/** The message to show, or the validation error. */
export type SubscribeResult = { readonly message: string } | { readonly problem: string };

export async function subscribe(email: string): Promise<SubscribeResult> {
  const { email: problem } = validateForm(newsletterForm, { email });
  if (problem) return { problem };
  try {
    return { message: await requestNewsletter(email) };
  } catch (error) {
    const { email: emailError, form = "" } = toFormErrors(error, { email: "" }, "Failed to subscribe");
    return { problem: emailError ?? form };
  }
}
