import { ProsePage } from "#web/features/public/prose-page.tsx";
import { TERMS_ELIGIBILITY_SECTIONS, TERMS_PAYMENT_SECTIONS } from "#web/features/public/terms.tsx";

export function Component() {
  return (
    <ProsePage
      binding
      title="Terms of Service"
      description="The agreement between you and Spotter: who may join, what crushes and the membership cost, why purchases are final, and which law applies."
      intro={
        <p>
          What you can expect of us, and what we expect of you. Each part begins with a short version; the text below it
          is the one that counts.
        </p>
      }
      sections={[...TERMS_ELIGIBILITY_SECTIONS, ...TERMS_PAYMENT_SECTIONS]}
    />
  );
}
