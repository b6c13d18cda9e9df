import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import type { OwnProfile } from "#contract/profiles.ts";
import type { Photo } from "#contract/schemas.ts";
import { ownProfileKey } from "#web/features/members/own-profile.queries.ts";
import { applyPhotosReply, photosKey } from "#web/features/profile/photos.queries.ts";

const photo = (_id: string, isMain = false) => ({ _id, isMain }) as Photo;
const profile = (...photos: Photo[]) =>
  ({ profile: { photos, age: null, bio: "", location: "", interests: [], prompts: [] } }) as unknown as OwnProfile;
const [first, second] = [photo("first", true), photo("second")];

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** The editor, with a profile of two photos; each load is answered by hand. */
function makeEditor() {
  const cache = new QueryClient();
  const loads: ((own: OwnProfile) => void)[] = [];
  cache.setQueryData(ownProfileKey, profile(first, second));
  const queryFn = () => new Promise<OwnProfile>((resolve) => void loads.push(resolve));
  const editor = new QueryObserver(cache, { queryKey: ownProfileKey, queryFn, staleTime: Infinity });
  ends.push(
    editor.subscribe(() => {}),
    () => cache.clear(),
  );
  const shown = () => cache.getQueryData<OwnProfile>(ownProfileKey)?.profile.photos.map(({ _id }) => _id);
  return { cache, loads, shown };
}

test("a load of the profile that began before a photo was removed does not bring it back", async () => {
  const { cache, loads, shown } = makeEditor();
  const load = cache.refetchQueries({ queryKey: ownProfileKey });
  expect(loads).toHaveLength(1);
  await applyPhotosReply(cache, [second]);
  loads[0]?.(profile(first, second));
  await load;
  expect(shown()).toEqual(["second"]);
  // It was asked for a reason: what it would have brought besides comes with the next.
  expect(loads).toHaveLength(2);
});

test("nothing is loaded where nothing was under way", async () => {
  const { cache, loads, shown } = makeEditor();
  await applyPhotosReply(cache, [second]);
  expect(shown()).toEqual(["second"]);
  expect(loads).toHaveLength(0);
});

test("while another change is under way its answer is waited for", async () => {
  const { cache, shown } = makeEditor();
  const change = () => new Promise<void>(() => {});
  const begin = () =>
    void cache.getMutationCache().build(cache, { mutationKey: photosKey, mutationFn: change }).execute(undefined);
  begin();
  begin();
  await applyPhotosReply(cache, [second]);
  expect(shown()).toEqual(["first", "second"]);
});
