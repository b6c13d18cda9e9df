import { type EmailCategory, emailCategory, type PushMessage } from "#contract/notifications.ts";
import type { NotificationFlags } from "#contract/settings.ts";

/** All causes. Each has a file in `causes/` that defines it completely. */
export const CAUSE_NAMES = emailCategory.options;
export type CauseName = EmailCategory;
/** The causes that something in the app brings about: all but marketing, which an operator sends. */
export type EventCauseName = PushMessage["kind"];

/** The channels in order of preference: each notification goes over the first available one. */
export const CHANNELS = ["app", "push", "email"] as const;
export type Channel = (typeof CHANNELS)[number];

/** A cause's rules about channels. */
export interface ChannelRules {
  /** The preference that turns the cause on, for all channels. */
  readonly flag: keyof NotificationFlags;
  readonly channels: readonly Channel[];
}

/** The preferences that must be on; undefined if the cause never uses the channel. */
export function requiredFlags(
  { flag, channels }: ChannelRules,
  channel: Channel,
): readonly (keyof NotificationFlags)[] | undefined {
  if (!channels.includes(channel)) return undefined;
  return channel === "email" ? [flag, "emailEnabled"] : [flag];
}

/** Whether a member's preferences allow a cause on a channel. */
export const allowsChannel = (rules: ChannelRules, channel: Channel, flags: NotificationFlags): boolean =>
  requiredFlags(rules, channel)?.every((flag) => flags[flag]) ?? false;

/** The channels that reach a member right now. */
export interface Reach {
  /** The member looks at the app. */
  readonly isPresent: boolean;
  readonly hasPush: boolean;
  /** The address is confirmed and belongs to a person: demo members have none. */
  readonly hasEmail: boolean;
}

/** The channel for a notification; undefined if none is available and allowed. */
export function chooseChannel(rules: ChannelRules, flags: NotificationFlags, reach: Reach): Channel | undefined {
  const isOpen: Readonly<Record<Channel, boolean>> = {
    app: reach.isPresent,
    push: reach.hasPush,
    email: reach.hasEmail,
  };
  return CHANNELS.find((channel) => isOpen[channel] && allowsChannel(rules, channel, flags));
}
