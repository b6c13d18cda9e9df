/** The domains, on both sides. Each imports services, components and the like only from those before it. */
export const DOMAIN_ORDER = [
  "members",
  "notifications",
  "accounts",
  "billing",
  "crushes",
  "discovery",
  "chat",
  "training",
  "moderation",
  "site",
  "member-data",
] as const;
