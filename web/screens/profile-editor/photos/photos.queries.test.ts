import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import type { OwnProfile } from "#contract/members/profiles.ts";
import type { Photo } from "#contract/schemas.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { applyPhotosReply, photosKey } from "#web/screens/profile-editor/photos/photos.queries.ts";

const photo = (_id: string, isMain = false) => ({ _id, isMain }) as Photo;
const profile = (...photos: Photo[]) =>
  ({ profile: { photos, age: null, bio: "", location: "", interests: [], prompts: [] } }) as unknown as OwnProfile;
const [first, second] = [photo("first", true), photo("second")];

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** The test resolves the loads of the query. */
function createEditor() {
  const cache = new QueryClient();
  const loads: ((own: OwnProfile) => void)[] = [];
  cache.setQueryData(ownProfileKey, profile(first, second));
  const queryFn = () => new Promise<OwnProfile>((resolve) => void loads.push(resolve));
  const editor = new QueryObserver(cache, { queryKey: ownProfileKey, queryFn, staleTime: Infinity });
  cleanups.push(
    editor.subscribe(() => {}),
    () => cache.clear(),
  );
  const shown = () => cache.getQueryData<OwnProfile>(ownProfileKey)?.profile.photos.map(({ _id }) => _id);
  return { cache, loads, shown };
}

test("does not restore a removed photo from a profile load that started before", async () => {
  const { cache, loads, shown } = createEditor();
  const load = cache.refetchQueries({ queryKey: ownProfileKey });
  expect(loads).toHaveLength(1);
  await applyPhotosReply(cache, { photos: [second], isVerified: false });
  loads[0]?.(profile(first, second));
  await load;
  expect(shown()).toEqual(["second"]);
  // The interrupted load is repeated, because it may have been needed for other fields.
  expect(loads).toHaveLength(2);
});

test("does not load the profile when no load was running", async () => {
  const { cache, loads, shown } = createEditor();
  await applyPhotosReply(cache, { photos: [second], isVerified: false });
  expect(shown()).toEqual(["second"]);
  expect(loads).toHaveLength(0);
});

test("waits for the response of another running change", async () => {
  const { cache, shown } = createEditor();
  const change = () => new Promise<void>(() => {});
  const begin = () =>
    void cache.getMutationCache().build(cache, { mutationKey: photosKey, mutationFn: change }).execute(undefined);
  begin();
  begin();
  await applyPhotosReply(cache, { photos: [second], isVerified: false });
  expect(shown()).toEqual(["first", "second"]);
});
