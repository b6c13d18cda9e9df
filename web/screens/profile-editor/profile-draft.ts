import { useEffect, useEffectEvent, useState } from "react";
import { type ProfileChanges, profileDraftDb } from "#web/domains/members/profile-draft-db.ts";
import type { ProfileForm, ProfileValues } from "#web/domains/members/profile-form.ts";
import { session } from "#web/lib/session.ts";

const SAVE_DELAY_MS = 400;

export const pickChanges = (values: ProfileValues, saved: ProfileValues): ProfileChanges =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof ProfileValues]),
    ),
  );

/** Without the exact position of a device: the name of its place stands for it. */
export function toDraft(values: ProfileValues, saved: ProfileValues): ProfileChanges {
  const changes = pickChanges(values, saved);
  return changes.coordinates && values.locationType === "device"
    ? { ...changes, coordinates: null, locationType: "manual" }
    : changes;
}

/** Without a database, a draft lives as long as the editor. */
async function loadDraft(me: string): Promise<ProfileChanges> {
  await profileDraftDb.deleteOthers(me).catch(() => undefined);
  const [draft] = await profileDraftDb.load(me).catch(() => []);
  return draft?.changes ?? {};
}

function storeDraft(me: string, changes: ProfileChanges): void {
  const isEmpty = Object.keys(changes).length === 0;
  (isEmpty ? profileDraftDb.remove([me]) : profileDraftDb.put(me, { changes })).catch(() => undefined);
}

/**
 * On this device, until the form is saved.
 * @returns `isRestored` from the restoration until the form is saved or the draft discarded
 */
export function useProfileDraft({ values, initialValues, isDirty, set, reset }: ProfileForm) {
  const [me] = useState(() => session.read()?.user._id);
  const [isLoaded, setIsLoaded] = useState(false);
  const [isRestored, setIsRestored] = useState(false);
  if (isRestored && isLoaded && !isDirty) setIsRestored(false);

  const restore = useEffectEvent((draft: ProfileChanges) => {
    // Text that was typed before the draft was loaded is newer.
    const changes = pickChanges({ ...initialValues, ...draft, ...pickChanges(values, initialValues) }, initialValues);
    if (Object.keys(draft).length > 0 && Object.keys(changes).length > 0) {
      set(changes);
      setIsRestored(true);
    }
    setIsLoaded(true);
  });
  useEffect(() => {
    if (me === undefined) return;
    let isCurrent = true;
    void loadDraft(me).then((draft) => isCurrent && restore(draft));
    return () => {
      isCurrent = false;
    };
  }, [me]);

  const save = useEffectEvent((changes: ProfileChanges) => {
    // The draft of a member who has logged out is deleted, and must not be stored again.
    if (isLoaded && me !== undefined && session.read()?.user._id === me) storeDraft(me, changes);
  });
  useEffect(() => {
    const timer = setTimeout(() => save(toDraft(values, initialValues)), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [values, initialValues]);
  const saveNow = useEffectEvent(() => save(toDraft(values, initialValues)));
  useEffect(() => {
    addEventListener("pagehide", saveNow);
    return () => {
      removeEventListener("pagehide", saveNow);
      saveNow();
    };
  }, []);

  return { isRestored, discard: () => reset(initialValues) };
}
