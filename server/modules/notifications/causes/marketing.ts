import type { ChannelRules } from "#server/modules/notifications/notifications.policy.ts";

export const marketing: ChannelRules = { name: "marketing", channels: ["email"] };
