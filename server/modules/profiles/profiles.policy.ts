import { parseHeight } from "#contract/catalog.ts";
import { completionPercent } from "#contract/completion.ts";
import type { ProfileChange } from "#contract/profiles.ts";
import type { Profile } from "#server/db/schema/tables.ts";

/** Names that look alike but for case, width or spaces are one. */
export const usernameKey = (username: string): string => username.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");

/** Spaces in a row are one. */
export const tidyUsername = (username: string): string => username.replace(/\s+/g, " ");

/** What a change of the plain fields stores; absent fields are left out. Half-answered prompts are dropped. */
export function plainValues(change: ProfileChange) {
  const { age, gender, height, bodyType, bio, interests, lookingFor, prompts } = change;
  return {
    ...(age !== undefined && { age: age === "" ? null : age }),
    ...(gender !== undefined && { gender: gender || null }),
    ...(height !== undefined && { height_inches: parseHeight(height) }),
    ...(bodyType !== undefined && { body_type: bodyType || null }),
    ...(bio !== undefined && { bio: bio ?? "" }),
    ...(interests !== undefined && { interests: interests ?? [] }),
    ...(lookingFor !== undefined && { looking_for: lookingFor || null }),
    ...(prompts !== undefined && {
      prompts: (prompts ?? []).filter(({ question, answer }) => question !== "" && answer !== ""),
    }),
  };
}

/** How complete a profile is, in percent. */
export const completionWith = (profile: Profile, photos: number): number =>
  completionPercent({
    age: profile.age,
    bio: profile.bio,
    location: profile.location,
    photos,
    interests: profile.interests.length,
    prompts: profile.prompts.length,
  });
