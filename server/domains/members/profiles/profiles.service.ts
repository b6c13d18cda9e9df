import { ageOn } from "#contract/members/age.ts";
import { completionPercent } from "#contract/members/completion.ts";
import type { OwnProfile, ProfileChange } from "#contract/members/profiles.ts";
import type { Context } from "#server/context.ts";
import { findEmailAddress } from "#server/domains/accounts/accounts.queries.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { retainProfile, retainTexts } from "#server/domains/member-data/retention/retention.statements.ts";
import { findPrivacy } from "#server/domains/members/members.queries.ts";
import { getOwnPage, viewerContext } from "#server/domains/members/members.service.ts";
import { deleteFilesAfterCommit } from "#server/domains/members/photos/photos.service.ts";
import { applyLimitedChanges, readChangeLimits } from "#server/domains/members/profiles/profile-changes.service.ts";
import {
  birthdayAfter,
  completionWith,
  plainValues,
  tidyUsername,
  usernameKey,
} from "#server/domains/members/profiles/profiles.policy.ts";
import { presentOwn } from "#server/domains/members/profiles/profiles.present.ts";
import {
  countPhotos,
  deleteProfile,
  deleteProfileChanges,
  findProfile,
  findUsernames,
  insertProfile,
  lockProfile,
  type ProfileValues,
  setProfile,
  withdrawIfMainPhotoChanged,
} from "#server/domains/members/profiles/profiles.statements.ts";
import { usernameSkeleton } from "#server/domains/members/profiles/usernames.ts";
import { findSelfieRestrictions } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { appealTokenOf } from "#server/domains/moderation/restrictions/appeal-token.policy.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import { getNotificationSettings } from "#server/domains/notifications/notifications.queries.ts";
import { AppError } from "#server/errors.ts";
import type { Geocoder, LatLng } from "#server/platform/adapters/geocoder.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { Profile } from "#server/platform/db/schema/profiles.ts";
import { centreOf, resolutionAt, snap } from "#server/platform/geo/geo-cells.ts";

interface NewProfile {
  readonly memberId: string;
  readonly username: string;
  /** `YYYY-MM-DD` */
  readonly born: string;
  readonly today: Date;
}

export const USERNAME_CONSTRAINTS: readonly string[] = [
  "profiles_username_normalized_key",
  "profiles_by_username_skeleton",
];

/** Neither taken nor similar to a taken one. */
export async function listFreeUsernames(db: Db, usernames: readonly string[]): Promise<string[]> {
  const names = usernames.map((username) => ({
    username,
    key: usernameKey(username),
    skeleton: usernameSkeleton(username),
  }));
  const rows = await findUsernames(
    db,
    names.map(({ key }) => key),
    names.map(({ skeleton }) => skeleton),
  );
  const isTaken = ({ key, skeleton }: (typeof names)[number]) =>
    rows.some((row) => row.username_normalized === key || row.username_skeleton === skeleton);
  return names.filter((name) => !isTaken(name)).map(({ username }) => username);
}

/** A taken username violates one of `USERNAME_CONSTRAINTS`. */
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

/** Also updates the search index, and withdraws the badge if the main photo has changed. Needs the profile's lock. */
export async function updateCompletion(tx: Tx, memberId: string): Promise<void> {
  const [profile, photos] = [await findProfile(tx, memberId), await countPhotos(tx, memberId)];
  await setProfile(tx, memberId, { completion: completionWith(profile, photos) });
  await withdrawIfMainPhotoChanged(tx, memberId);
  await reindexMember(tx, memberId);
}

export async function ownProfile(ctx: Context, memberId: string): Promise<OwnProfile> {
  const [page, profile, email, settings, privacy, found, required] = await Promise.all([
    getOwnPage(ctx.db, memberId),
    findProfile(ctx.db, memberId),
    findEmailAddress(ctx.db, memberId),
    getNotificationSettings(ctx.db, memberId),
    findPrivacy(ctx.db, memberId),
    findRestrictions(ctx.db, memberId),
    findSelfieRestrictions(ctx.db, memberId),
  ]);
  const changes = await readChangeLimits(ctx, profile);
  const restrictions = found.map(({ kind, since, until, decisionId }) => ({
    kind,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    appealToken: appealTokenOf(ctx, decisionId),
  }));
  const isSelfieRequired = required.length > 0;
  const own = { page, profile, email, settings, privacy, restrictions, isSelfieRequired, changes };
  return presentOwn(own, viewerContext(ctx, memberId));
}

const isChanged = (before: unknown, after: unknown): boolean =>
  after !== undefined && JSON.stringify(after) !== JSON.stringify(before);

/** @throws AppError location_rate_limit, age_change_limit, gender_change_limit */
export async function applyChange(ctx: Context, tx: Tx, memberId: string, change: ProfileChange): Promise<void> {
  const profile = await lockProfile(tx, memberId);
  const place = locationValues(change, profile, ctx.geocoder, {
    today: ctx.now().toISOString().slice(0, 10),
    limited: ctx.config.rateLimits,
  });
  const plain = plainValues(change);
  const rare = await applyLimitedChanges(ctx, tx, profile, { age: plain.age, gender: plain.gender });
  const isRewritten = isChanged(profile.bio, plain.bio) || isChanged(profile.prompts, plain.prompts);
  const now = ctx.now();
  if (isRewritten) await retainTexts(tx, memberId, now);
  await setProfile(tx, memberId, { ...rare, ...plain, ...place, ...(isRewritten && { texts_changed_at: now }) });
  await updateCompletion(tx, memberId);
}

/** The change may have completed the profile. */
export function emitProfileChanged(ctx: Context, tx: Tx, memberId: string): void {
  tx.afterCommit(() => ctx.domainEvents.emit("profile_changed", { memberId }));
}

/** All fields or none. @throws AppError location_rate_limit, age_change_limit, gender_change_limit */
export async function updateProfile(ctx: Context, memberId: string, change: ProfileChange) {
  await ctx.transact(async (tx) => {
    await applyChange(ctx, tx, memberId, change);
    emitProfileChanged(ctx, tx, memberId);
  });
  return { message: "Profile saved", profile: await ownProfile(ctx, memberId) };
}

/** Names the cell's centre, so it reveals no more than saving the place would. */
export function nameOfPlace(ctx: Context, point: { latitude: number; longitude: number }): { location: string } {
  const at = { lat: point.latitude, lng: point.longitude };
  const location = ctx.geocoder.nameOf(centreOf(snap(at, resolutionAt(ctx.geocoder, at), null)));
  if (!location) throw new AppError("not_found", "Could not determine your city. Please enter manually.");
  return { location };
}

const coordinatesOf = ({ lat, lng }: LatLng): { coordinates: [number, number] } => ({ coordinates: [lng, lat] });

/** With alternatives of the same name. @throws AppError not_found */
export function findPlace(ctx: Context, text: string) {
  const found = ctx.geocoder.find(text);
  if (!found) throw new AppError("not_found", "We could not find that place.");
  const places = ctx.geocoder.choices(text);
  const choices = places.map(({ name, point }) => ({ location: name, coordinates: coordinatesOf(point) }));
  const [only] = choices.length === 1 ? choices : [];
  return { coordinates: coordinatesOf(found), name: only?.location ?? null, choices: only ? [] : choices };
}

/**
 * The username becomes available. The profile is retained for those who can still report the member.
 */
export async function deleteProfileData(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await lockProfile(tx, memberId);
  const isRetained = await retainProfile(ctx, tx, memberId);
  const photos = await deleteProfile(tx, memberId);
  await deleteProfileChanges(tx, memberId);
  if (!isRetained) await deleteFilesAfterCommit(ctx, tx, photos);
}

/** Per day. Limits triangulation by moving around. */
const CHANGES_A_DAY = 20;

interface PlaceChange {
  readonly point: LatLng | null;
  readonly text: string | undefined;
  readonly type: "manual" | "device";
}

/** Undefined if it is unchanged. Text without coordinates is geocoded. */
function readChange(change: ProfileChange, profile: Profile, places: Geocoder): PlaceChange | undefined {
  const text = change.location === undefined ? undefined : (change.location ?? "");
  const type = change.locationType ?? "manual";
  if (change.coordinates) {
    const [lng, lat] = change.coordinates.coordinates;
    return { point: { lat, lng }, text, type };
  }
  if (text === "" || (change.coordinates === null && (text ?? profile.location) === ""))
    return { point: null, text, type };
  const sameText = text === undefined || text === profile.location;
  if (sameText && change.coordinates === undefined) return undefined;
  if (sameText && profile.h3_cell !== null && text !== undefined && type === profile.location_type) return undefined;
  return { point: places.find(text ?? profile.location) ?? null, text, type: "manual" };
}

function countChange(profile: Profile, today: string, limited: boolean): ProfileValues {
  const changes = profile.location_changes_date === today ? profile.location_changes_today + 1 : 1;
  if (limited && changes > CHANGES_A_DAY) {
    const refusal = new AppError("location_rate_limit");
    refusal.retryAfter = Math.ceil((Date.parse(`${today}T24:00:00Z`) - Date.now()) / 1000);
    throw refusal;
  }
  return { location_changes_date: today, location_changes_today: changes };
}

/**
 * The cell, never the point. A location from a device or a ZIP code is named after its cell, so that the name reveals
 * no more than the cell. Other text stays as typed.
 * @param today `YYYY-MM-DD`
 * @throws AppError location_rate_limit
 */
export function locationValues(
  change: ProfileChange,
  profile: Profile,
  places: Geocoder,
  { today, limited }: { today: string; limited: boolean },
): ProfileValues {
  const place = readChange(change, profile, places);
  if (!place) return {};
  const cell = place.point && snap(place.point, resolutionAt(places, place.point), profile.h3_cell);
  const isCode = /^[\d\s-]+$/.test(place.text ?? "");
  const named = cell !== null && (place.type === "device" || isCode) ? places.nameOf(centreOf(cell)) : undefined;
  const location = named ?? place.text;
  return {
    ...(location !== undefined && { location }),
    location_type: place.type,
    h3_cell: cell,
    // Removing a location is always possible, and reveals nothing.
    ...(cell !== null && cell !== profile.h3_cell && countChange(profile, today, limited)),
  };
}
