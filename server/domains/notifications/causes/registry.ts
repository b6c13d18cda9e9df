import type { CauseName, EventCauseName } from "#contract/notifications/notification-causes.ts";
import { backSafe } from "#server/domains/notifications/causes/back-safe.ts";
import type { EventCause } from "#server/domains/notifications/causes/cause.ts";
import { crush } from "#server/domains/notifications/causes/crush.ts";
import { lowBalance } from "#server/domains/notifications/causes/low-balance.ts";
import { marketing } from "#server/domains/notifications/causes/marketing.ts";
import { match } from "#server/domains/notifications/causes/match.ts";
import { message } from "#server/domains/notifications/causes/message.ts";
import { someoneNew } from "#server/domains/notifications/causes/someone-new.ts";
import { workoutDate } from "#server/domains/notifications/causes/workout-date.ts";
import { workoutReminder } from "#server/domains/notifications/causes/workout-reminder.ts";
import type { ChannelRules } from "#server/domains/notifications/notifications.policy.ts";

export const EVENT_CAUSES: Readonly<Record<EventCauseName, EventCause>> = {
  crush,
  message,
  match,
  workout_date: workoutDate,
  workout_reminder: workoutReminder,
  back_safe: backSafe,
  low_balance: lowBalance,
  someone_new: someoneNew,
};

export const CAUSES: Readonly<Record<CauseName, ChannelRules>> = { ...EVENT_CAUSES, marketing };
