import {
  type CauseName,
  NOTIFICATION_CAUSES,
  type NotificationFlag,
  type NotificationFlags,
} from "#contract/notifications/notification-causes.ts";

/** The channels in order of preference: each notification goes over the first available one. */
export const CHANNELS = ["app", "push", "email"] as const;
export type Channel = (typeof CHANNELS)[number];

export interface ChannelRules {
  readonly name: CauseName;
  readonly channels: readonly Channel[];
}

/** Undefined if the cause never uses the channel. */
export function requiredFlags(
  { name, channels }: ChannelRules,
  channel: Channel,
): readonly NotificationFlag[] | undefined {
  if (!channels.includes(channel)) return undefined;
  const { flag } = NOTIFICATION_CAUSES[name];
  return channel === "email" ? [flag, "emailEnabled"] : [flag];
}

export const allowsChannel = (rules: ChannelRules, channel: Channel, flags: NotificationFlags): boolean =>
  requiredFlags(rules, channel)?.every((flag) => flags[flag]) ?? false;

export interface Reach {
  /** The app is open and visible on one of the member's devices. */
  readonly isPresent: boolean;
  readonly hasPush: boolean;
  /** The address is confirmed and belongs to a person: demo members have none. */
  readonly hasEmail: boolean;
}

export function chooseChannel(rules: ChannelRules, flags: NotificationFlags, reach: Reach): Channel | undefined {
  const isOpen: Readonly<Record<Channel, boolean>> = {
    app: reach.isPresent,
    push: reach.hasPush,
    email: reach.hasEmail,
  };
  return CHANNELS.find((channel) => isOpen[channel] && allowsChannel(rules, channel, flags));
}
