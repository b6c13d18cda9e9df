import type { CrushListEntry } from "#contract/crushes/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import type { CrushPages } from "#web/domains/crushes/crush-lists.ts";

export const buildEntry = (member: MemberSummary, isMatch = false): CrushListEntry => ({ ...member, isMatch });

/** The loaded pages of a list. @param nextCursor of the last page */
export const buildCrushPages = (
  pages: readonly (readonly CrushListEntry[])[],
  nextCursor: string | null = null,
): CrushPages => ({
  pages: pages.map((members, i) => ({
    success: true,
    members: [...members],
    nextCursor: i === pages.length - 1 ? nextCursor : `page ${i + 1}`,
  })),
  pageParams: pages.map((_, i) => (i === 0 ? undefined : `page ${i}`)),
});
