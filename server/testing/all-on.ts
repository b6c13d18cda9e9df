import type { NotificationFlags } from "#contract/settings.ts";

/** The six switches, all on. */
export const ALL_ON: NotificationFlags = {
  emailEnabled: true,
  crushReceived: true,
  newMessage: true,
  newMatch: true,
  lowCrushBalance: true,
  marketing: true,
};
