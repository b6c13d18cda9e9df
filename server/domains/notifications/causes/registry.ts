import type { CauseName, EventCauseName } from "#contract/notification-causes.ts";
import { backSafe } from "#server/modules/notifications/causes/back-safe.ts";
import type { EventCause } from "#server/modules/notifications/causes/cause.ts";
import { crush } from "#server/modules/notifications/causes/crush.ts";
import { lowBalance } from "#server/modules/notifications/causes/low-balance.ts";
import { marketing } from "#server/modules/notifications/causes/marketing.ts";
import { match } from "#server/modules/notifications/causes/match.ts";
import { message } from "#server/modules/notifications/causes/message.ts";
import { someoneNew } from "#server/modules/notifications/causes/someone-new.ts";
import { workoutDate } from "#server/modules/notifications/causes/workout-date.ts";
import { workoutReminder } from "#server/modules/notifications/causes/workout-reminder.ts";
import type { ChannelRules } from "#server/modules/notifications/notifications.policy.ts";

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
