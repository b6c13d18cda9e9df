import { ageOn } from "#contract/age.ts";
import { completionPercent } from "#contract/completion.ts";
import type { OwnProfile, ProfileChange } from "#contract/profiles.ts";
import type { LatLng } from "#server/adapters/geocoder.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { centreOf, resolutionAt, snap } from "#server/geo/geo-cells.ts";
import { findEmailAddress } from "#server/modules/accounts/accounts.queries.ts";
import { reindexMember } from "#server/modules/discovery/search-index.service.ts";
import { deleteDiscoveryData } from "#server/modules/discovery/search-preferences.service.ts";
import { getOwnPage, viewerContext } from "#server/modules/members/members.service.ts";
import { getPreferences } from "#server/modules/notifications/preferences.service.ts";
import { deleteFilesAfterCommit } from "#server/modules/photos/photos.service.ts";
import { birthdayAfter } from "#server/modules/profiles/profile-changes.policy.ts";
import {
  applyLimitedChanges,
  forgetChanges,
  readChangeLimits,
} from "#server/modules/profiles/profile-changes.service.ts";
import { locationValues } from "#server/modules/profiles/profile-location.service.ts";
import { completionWith, plainValues, tidyUsername, usernameKey } from "#server/modules/profiles/profiles.policy.ts";
import { presentOwn } from "#server/modules/profiles/profiles.present.ts";
import {
  countPhotos,
  deleteProfile,
  findProfile,
  insertProfile,
  lockProfile,
  setProfile,
} from "#server/modules/profiles/profiles.repo.ts";
import { usernameSkeleton } from "#server/modules/profiles/usernames.ts";
import { retainProfile } from "#server/modules/retention/retention.service.ts";

interface NewProfile {
  readonly memberId: string;
  readonly username: string;
  /** `YYYY-MM-DD` */
  readonly born: string;
  readonly today: Date;
}

/** Constraints that a name breaks which is taken, or looks like one that is. */
export const USERNAME_CONSTRAINTS: readonly string[] = [
  "profiles_username_normalized_key",
  "profiles_by_username_skeleton",
];

/** Starts a new member's profile. A taken name breaks one of `USERNAME_CONSTRAINTS`. */
export function createProfile(tx: Tx, { memberId, username, born, today }: NewProfile): Promise<void> {
  const age = ageOn(born, today);
  return insertProfile(tx, {
    member_id: memberId,
    username: tidyUsername(username),
    username_normalized: usernameKey(username),
    username_skeleton: usernameSkeleton(username),
    age,
    effective_age: age,
    next_birthday: birthdayAfter(born, today),
    completion: completionPercent({ age, bio: "", location: "", photos: 0, interests: 0, prompts: 0 }),
  });
}

/** Counts the completion anew, and what browsing knows. Needs the profile's lock. */
export async function updateCompletion(tx: Tx, memberId: string): Promise<void> {
  const [profile, photos] = [await findProfile(tx, memberId), await countPhotos(tx, memberId)];
  await setProfile(tx, memberId, { completion: completionWith(profile, photos) });
  await reindexMember(tx, memberId);
}

/** One's own profile, private parts included. */
export async function ownProfile(ctx: Context, memberId: string): Promise<OwnProfile> {
  const [page, profile, email, notifications] = await Promise.all([
    getOwnPage(ctx.db, memberId),
    findProfile(ctx.db, memberId),
    findEmailAddress(ctx.db, memberId),
    getPreferences(ctx.db, memberId),
  ]);
  const changes = await readChangeLimits(ctx, profile);
  return presentOwn({ page, profile, email, notifications, changes }, viewerContext(ctx, memberId));
}

/** Stores a change of a profile. @throws AppError location_rate_limit, age_change_limit, gender_change_limit */
export async function applyChange(ctx: Context, tx: Tx, memberId: string, change: ProfileChange): Promise<void> {
  const profile = await lockProfile(tx, memberId);
  const place = locationValues(change, profile, ctx.geocoder, {
    today: ctx.now().toISOString().slice(0, 10),
    limited: ctx.config.rateLimits,
  });
  const plain = plainValues(change);
  const rare = await applyLimitedChanges(ctx, tx, profile, { age: plain.age, gender: plain.gender });
  await setProfile(tx, memberId, { ...rare, ...plain, ...place });
  await updateCompletion(tx, memberId);
}

/** Reports a change that may have completed a profile. */
export function emitProfileChanged(ctx: Context, tx: Tx, memberId: string): void {
  tx.afterCommit(() => ctx.domainEvents.emit("profile_changed", { memberId }));
}

/**
 * Changes what is given of one's own profile, all of it or nothing.
 * @throws AppError location_rate_limit, age_change_limit, gender_change_limit
 */
export async function updateProfile(ctx: Context, memberId: string, change: ProfileChange) {
  await ctx.transact(async (tx) => {
    await applyChange(ctx, tx, memberId, change);
    emitProfileChanged(ctx, tx, memberId);
  });
  return { message: "Profile saved", profile: await ownProfile(ctx, memberId) };
}

/** The name of a place. What is named is the cell's centre, so asking tells no more than saving would. */
export function nameOfPlace(ctx: Context, point: { latitude: number; longitude: number }): { location: string } {
  const at = { lat: point.latitude, lng: point.longitude };
  const location = ctx.geocoder.nameOf(centreOf(snap(at, resolutionAt(ctx.geocoder, at), null)));
  if (!location) throw new AppError("not_found", "Could not determine your city. Please enter manually.");
  return { location };
}

const coordinatesOf = ({ lat, lng }: LatLng): { coordinates: [number, number] } => ({ coordinates: [lng, lat] });

/** Where a place is, and what else may be meant. @throws AppError not_found */
export function findPlace(ctx: Context, text: string) {
  const found = ctx.geocoder.find(text);
  if (!found) throw new AppError("not_found", "We could not find that place.");
  const places = ctx.geocoder.choices(text);
  const choices = places.map(({ name, point }) => ({ location: name, coordinates: coordinatesOf(point) }));
  return { coordinates: coordinatesOf(found), choices: choices.length > 1 ? choices : [] };
}

/**
 * Takes away what a member who goes has told and shown, and what they have looked for. Their name is free again.
 * @param reportable contacts that can still report the member: for them what was shown is kept for a while
 */
export async function deleteProfileData(
  ctx: Context,
  tx: Tx,
  memberId: string,
  reportable: readonly string[],
): Promise<void> {
  await lockProfile(tx, memberId);
  const isRetained = await retainProfile(ctx, tx, memberId, reportable);
  const photos = await deleteProfile(tx, memberId);
  await forgetChanges(tx, memberId);
  await deleteDiscoveryData(tx, memberId);
  if (!isRetained) await deleteFilesAfterCommit(ctx, tx, photos);
}
