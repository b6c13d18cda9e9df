import { newsletterForm } from "#contract/support.ts";
import { askForNewsletter } from "#web/features/support/support.api.ts";
import { problemsIn } from "#web/lib/problems.ts";
import { refusedIn } from "#web/lib/refused.ts";

/** What the newsletter's box says: that all is well, or what is wrong. */
export type Answer = { readonly said: string } | { readonly problem: string };

/** Checks an address and asks for the newsletter. Loaded when somebody does, so that no page pays for it before. */
export async function ask(email: string): Promise<Answer> {
  const { email: problem } = problemsIn(newsletterForm, { email });
  if (problem) return { problem };
  try {
    return { said: await askForNewsletter(email) };
  } catch (error) {
    const { email: refused, form = "" } = refusedIn(error, { email: "" }, "Failed to subscribe");
    return { problem: refused ?? form };
  }
}
