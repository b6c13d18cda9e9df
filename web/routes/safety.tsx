import { ProsePage } from "#web/features/public/prose-page.tsx";
import { Hotlines, TIPS } from "#web/features/public/safety-tips.tsx";

export function Component() {
  return (
    <ProsePage
      title="Safety Tips"
      description="Meeting for the first time, training together, spotting scams, and how to report and block on Spotter. If you are in danger, call 911, or 112 in Europe."
      intro={<p>We’ve got your back, and you know best what feels right. A few things that help.</p>}
      lead={<Hotlines />}
      sections={TIPS}
    />
  );
}
