import { restrictionNotes, useRestriction } from "#web/domains/members/names/restrictions.ts";
import { LazyRender, useLazyModule } from "#web/ui/lazy-module.ts";

/** Above a screen's content. */
export function RestrictionNotice() {
  const [unlisted, messaging] = [useRestriction("unlisted"), useRestriction("messaging")];
  const notes = useLazyModule(restrictionNotes, unlisted !== undefined || messaging !== undefined, () => undefined);
  return (
    <>
      {unlisted && <LazyRender as={notes?.RestrictionLine} restriction={unlisted} />}
      {messaging && <LazyRender as={notes?.RestrictionLine} restriction={messaging} />}
    </>
  );
}
