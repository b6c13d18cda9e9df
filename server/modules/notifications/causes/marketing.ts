import type { ChannelRules } from "#server/modules/notifications/notifications.policy.ts";

/** Broadcasts of the operator, by email to members who opted in. The support module writes and sends them. */
export const marketing: ChannelRules = { name: "marketing", channels: ["email"] };
