import type { ProfileValues } from "#web/domains/members/profile-form.ts";
import { createMemberDb } from "#web/lib/member-store.ts";

export type ProfileChanges = Partial<ProfileValues>;

/** Typed and not saved. */
export const profileDraftDb = createMemberDb<{ readonly changes: ProfileChanges }, string>("profile drafts", "me");

export const clearProfileDrafts = (): Promise<void> => profileDraftDb.deleteOthers().catch(() => undefined);
