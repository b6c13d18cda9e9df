import { sql } from "kysely";
import {
  DEDUPLICATION,
  ID,
  type MemberData,
  rows,
  SECRET,
  shown,
} from "#server/domains/members/member-data/member-data.ts";
import {
  findPreferences,
  flagsOf,
  isFinished,
  quietHoursOf,
} from "#server/domains/notifications/notifications.queries.ts";
import { deleteOfDeleted } from "#server/domains/notifications/notifications.repo.ts";

const TRANSIENT = "kept for minutes, until the member was notified";

export const memberData: MemberData = {
  tables: {
    notification_preferences: { withheld: { [ID]: "member_id" }, erased: "member_id" },
    push_subscriptions: {
      withheld: {
        [ID]: "id member_id session_id",
        "meaningful to the browser's push service only": "endpoint",
        [SECRET]: "p256dh auth",
      },
      erased: { withRowsOf: "sessions" },
    },
    notifications: {
      withheld: {
        [TRANSIENT]: "id member_id cause other_id state created_at push_after email_after delivered_via delivered_at",
        [DEDUPLICATION]: "handled_through emailed_through",
      },
      erased: { later: ["member_id", "other_id"] },
      // Except those of conversations, which record what was emailed.
      expires: isFinished,
    },
    presence: {
      withheld: { [TRANSIENT]: "socket_id member_id expires_at" },
      erased: "member_id",
      // Delayed emails still check whether the member was present in the meantime.
      expires: { byPages: sql`expires_at < now() - interval '24 hours'` },
    },
  },
  export: {
    "notifications.json": {
      shows: shown(
        "notification_preferences",
        `disabled_flags:flags quiet_from:quietHours.from quiet_until:quietHours.until
          quiet_time_zone:quietHours.timeZone discreet low_balance_emailed_at someone_new_looked_at`,
      ),
      async read({ db }, me) {
        const row = await findPreferences(db, me);
        return {
          flags: flagsOf(row),
          quietHours: quietHoursOf(row),
          discreet: row.discreet,
          lowBalanceEmailedAt: row.low_balance_emailed_at,
          someoneNewLookedAt: row.someone_new_looked_at,
        };
      },
    },
    "sessions.json": {
      pushDevices: rows(
        { device: "sessions.device", since: "push_subscriptions.created_at" },
        (me) => sql`push_subscriptions join sessions on sessions.id = session_id
          where push_subscriptions.member_id = ${me} order by since`,
      ),
    },
  },
  expire: [deleteOfDeleted],
};
