import type { MemberSummary } from "#contract/schemas.ts";

export const buildMember = (_id: string): MemberSummary => ({
  _id,
  username: _id,
  isDemo: false,
  isVerified: false,
  profile: { age: 30, location: "Austin, TX", photos: [], photoCount: 0 },
});
