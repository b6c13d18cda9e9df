import type { ChannelRules } from "#server/domains/notifications/notifications.policy.ts";

export const marketing: ChannelRules = { name: "marketing", channels: ["email"] };
