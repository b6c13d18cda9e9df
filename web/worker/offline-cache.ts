/** The browser's cache that holds what a member has seen, for reading it without a network. Nothing else is in it. */
export const OFFLINE_CACHE = "seen";

/** Where it keeps a member's lists and conversations. */
export const getSnapshotKey = (memberId: string): string => `/seen/${memberId}`;

/**
 * Where it keeps a picture, in whichever size: addresses are signed and change each day, the key stays.
 * @param address as `/photos/{key}/thumb.webp?…`, with or without an origin
 */
export const getImageKey = (address: string): string => /\/photos\/[0-9a-f]+/.exec(address)?.[0] ?? "/photos/none";
