import { GUIDELINES } from "#web/features/public/guidelines.tsx";
import { ProsePage } from "#web/features/public/prose-page.tsx";

export function Component() {
  return (
    <ProsePage
      title="Community Guidelines"
      description="Be yourself, ask first, respect every body, leave people to their workout: the rules of Spotter, and what happens when somebody breaks them."
      intro={
        <p>A good spotter watches, helps, and never takes over the lift. That is the whole idea of these rules.</p>
      }
      sections={GUIDELINES}
    />
  );
}
