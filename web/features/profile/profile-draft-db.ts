import type { ProfileValues } from "#web/features/profile/profile-form.ts";
import { createMemberDb } from "#web/lib/member-idb.ts";

/** The fields that differ from the saved profile. */
export type ProfileChanges = Partial<ProfileValues>;

/** What a member typed in the profile editor and did not save. */
export const profileDraftDb = createMemberDb<{ readonly changes: ProfileChanges }, string>("profile drafts", "me");

/** Deletes all drafts from this device. */
export const clearProfileDrafts = (): Promise<void> => profileDraftDb.deleteOthers().catch(() => undefined);
