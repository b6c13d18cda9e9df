import { COOKIES } from "#web/features/public/cookies.tsx";
import { ProsePage } from "#web/features/public/prose-page.tsx";

export function Component() {
  return (
    <ProsePage
      binding
      title="Cookie Policy"
      description="The two cookies that Spotter sets, what the app stores on your device, what each is for, and how to remove it."
      intro={<p>A short page, because there is little to say.</p>}
      sections={COOKIES}
    />
  );
}
