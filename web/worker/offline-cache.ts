export const OFFLINE_CACHE = "seen";

export const getSnapshotKey = (memberId: string): string => `/seen/${memberId}`;

/**
 * Key of an image in any size: signed URLs change each day, the key does not.
 * @param address as `/photos/{key}/thumb?…`, with or without an origin
 */
export const getImageKey = (address: string): string => /\/photos\/[0-9a-f]+/.exec(address)?.[0] ?? "/photos/none";
