import pg from "pg";
import type { TestApp } from "#server/testing/test-app.ts";

/** What a popular member has: more than any page shows, and in the order of many apps the worst for a filter. */
export const HEAVY = {
  received: 8_000,
  sent: 2_000,
  /** The newest of the received ones. */
  declined: 1_500,
  /** Per conversation, each of them read before the next. */
  messages: 40,
  /** Purchases, one a day. */
  purchases: 2_000,
  /** Reports by them, and about them in their open case; as many notices, events, notes and linked accounts. */
  reports: 2_000,
} as const;

/** A UUID of version 4, the same for each number. */
const id = (n: string) =>
  `(select (left(hash, 12) || '4' || substr(hash, 14, 3) || '8' || substr(hash, 18))::uuid from md5('m' || ${n}) as hash)`;
const low = (a: string, b: string) => `least(${a}, ${b})`;
const high = (a: string, b: string) => `greatest(${a}, ${b})`;

/**
 * Statements that fill the tables, in the form of SQL, as a million sign-ups would. `$me` is the member who has much,
 * `$all` the number of the others, `$staff` a person of the staff.
 */
const FILL = `
  insert into members (id, status)
    select ${id("n")}, case when n % 50 = 0 then 'hidden' when n % 100 = 7 then 'suspended' else 'active' end
    from generate_series(1, $all) n;
  insert into profiles (member_id, username, username_normalized, username_skeleton, age, effective_age, gender,
      effective_gender, location, h3_cell, completion)
    select ${id("n")}, 'm' || n, 'm' || n, 'm' || n, 30, 30, 'Woman', 'Woman', 'Austin, TX', $cell, 83
    from generate_series(1, $all) n;
  insert into photos (id, member_id, position, key, width, height, thumbhash)
    select gen_random_uuid(), ${id("n")}, 0, 'p' || n, 1080, 1080, 'aaaa' from generate_series(1, least($all, 30000)) n;
  insert into search_index (member_id, area, h3_cell, x, y, z, gender, age, looking_for, interests, want_gender,
      want_age_min, want_age_max, is_demo, is_listed, active_on, joined_on)
    select ${id("n")}, area, h3_cell, x, y, z, gender, 30, 0, 0, 0, 18, 99, false, n % 50 <> 0, current_date, current_date
    from generate_series(1, $all) n, (select * from search_index where member_id = $me) mine;
  insert into accounts (member_id, email, email_normalized, password_hash, date_of_birth)
    select ${id("n")}, 'm' || n || '@example.com', 'm' || n || '@example.com', '-', '1990-01-01'
    from generate_series(1, $all) n;

  create temporary table mine as
    select n, ${id("n")} as other, n <= ${HEAVY.received} as is_received,
      n > ${HEAVY.received} or n % 7 = 3 and n > ${HEAVY.declined} as is_sent,
      n % 7 = 3 and n between ${HEAVY.declined + 1} and ${HEAVY.received} as is_match,
      n % 7 = 3 and n between ${HEAVY.declined + 1} and ${HEAVY.received} and n % 2 = 0 as is_active,
      n % 7 = 3 and n between ${HEAVY.declined + 1} and ${HEAVY.received} and n % 4 = 0 and n % 10 <> 6 as is_archived,
      n <= ${HEAVY.declined} as is_declined, n % 10 = 5 as is_blocked, n % 10 = 6 as is_ended,
      now() - n * interval '1 minute' as at,
      -- Some matches were made by the others' answers.
      now() - (n + n % 3 - 1) * interval '1 minute' as sent_at
    from generate_series(1, ${HEAVY.received + HEAVY.sent}) n;
  insert into relationships (id, member_a_id, member_b_id, a_crushed_at, b_crushed_at, a_declined, b_declined, matched_at,
      a_blocked_at, b_blocked_at, ended_at, last_sequence, revision, a_read_sequence, b_read_sequence, run_last_at,
      active_at, a_block_listed, b_block_listed)
    select ${id("'r' || n")}, ${low("$me", "other")}, ${high("$me", "other")},
      case when $me < other and is_sent then sent_at when $me > other and is_received then at end,
      case when $me > other and is_sent then sent_at when $me < other and is_received then at end,
      $me < other and is_declined, $me > other and is_declined, case when is_match then at end,
      case when $me < other and is_blocked then at end, case when $me > other and is_blocked then at end,
      case when is_ended then at end, sequence, sequence, sequence, sequence, case when is_active then at end,
      case when is_active then date_bin('5 minutes', at, '2000-01-01Z') end,
      $me < other and is_blocked, $me > other and is_blocked
    from mine, lateral (select case when is_active then ${HEAVY.messages} else 0 end) as last (sequence);
  insert into conversation_settings (member_id, relationship_id, archived_sequence)
    -- Some are back in the list.
    select $me, ${id("'r' || n")}, case when n % 40 = 8 then ${HEAVY.messages - 1} else ${HEAVY.messages} end
    from mine where is_archived;
  insert into passes (member_id, passed_id, passed_at, declines_crush)
    select $me, other, at, true from mine where is_declined;
  insert into passes (member_id, passed_id, passed_at, declines_crush)
    select $me, ${id("n")}, now() - (n - ${HEAVY.received + HEAVY.sent}) * interval '1 minute', false
    from generate_series(${HEAVY.received + HEAVY.sent + 1}, ${HEAVY.received + HEAVY.sent + 2_000}) n;
  insert into messages (id, relationship_id, sequence, revision, sender_id, content, created_at, last_read_at, last_receipt_at)
    select gen_random_uuid(), ${id("'r' || n")}, sequence, sequence, other, 'Squats at six?', at, at, at
    from mine, generate_series(1, ${HEAVY.messages}) sequence where is_active;
  insert into relationships (id, member_a_id, member_b_id, a_crushed_at)
    select gen_random_uuid(), ${low("one", "other")}, ${high("one", "other")}, now() - n * interval '1 second'
    from (select n, ${id("n")} as one, ${id("1 + (n + 1 + n % 97) % $all")} as other from generate_series(1, $all) n) as others;
  insert into conversation_settings (member_id, relationship_id, is_muted)
    select member_a_id, id, true from relationships where $me not in (member_a_id, member_b_id);
  drop table mine;

  insert into wallets (id, member_id) select ${id("'w' || n")}, ${id("n")} from generate_series(1, $all) n;
  insert into ledger_entries (id, wallet_id, kind, change, source, other_id)
    select gen_random_uuid(), (select id from wallets where member_id = $me), 'received', 0, 'crush:' || n, ${id("n")}
    from generate_series(1, ${HEAVY.received}) n;
  insert into ledger_entries (id, wallet_id, kind, change, source)
    select gen_random_uuid(), ${id("'w' || n")}, 'received', 0, 'crush:' || n from generate_series(1, $all) n;
  insert into notifications (member_id, cause, other_id, state, email_after)
    select $me, 'crush', ${id("n")}, 'delivered', now() from generate_series(1, ${HEAVY.received}) n;
  insert into notifications (member_id, cause, other_id, state, email_after)
    select ${id("n")}, 'crush', $me, 'delivered', now() from generate_series(1, $all) n;
  insert into sessions (token_hash, id, member_id, device)
    select sha256(n::text::bytea), gen_random_uuid(), ${id("n")}, 'Firefox' from generate_series(1, $all) n;
  insert into sessions (token_hash, id, member_id, device)
    select sha256(('mine' || n)::bytea), gen_random_uuid(), $me, 'Firefox' from generate_series(1, 19) n
`;

/** What the member has paid and what staff has on record, of them and of others. */
const FILL_RECORDS = `
  insert into suspensions (member_id, previous_status, starts_at)
    select ${id("n")}, 'active', now() - n % 20000 * interval '1 hour' from generate_series(7, $all, 100) n;
  insert into checkouts (id, wallet_id, kind, package_id, crushes, amount_cents, buyer_country, session_id, state,
      payment_id, created_at, granted_at, notified_at)
    select ${id("'k' || n")}, (select id from wallets where member_id = $me), 'package', 'power', 15, 999, 'US', 's' || n,
      'granted', 'pi' || n, now() - n * interval '1 day', now() - n * interval '1 day', case when n % 20 > 0 then now() end
    from generate_series(1, ${HEAVY.purchases}) n;
  insert into checkouts (id, wallet_id, kind, package_id, crushes, amount_cents, session_id, state, payment_id, granted_at,
      notified_at)
    select gen_random_uuid(), ${id("'w' || n")}, 'package', 'power', 15, 999, 'o' || n, 'granted', 'po' || n, now(), now()
    from generate_series(1, $all / 2) n;
  insert into withdrawals (id, checkout_id, credits, amount_cents, withdrawn_at, refund_state)
    select gen_random_uuid(), ${id("'k' || n")}, 1, 100, now() - (n - 1) * interval '1 day', 'refunded'
    from generate_series(1, ${HEAVY.purchases}, 2) n;
  insert into identities (member_id, kind, hash) select ${id("n")}, 'email', sha256(n::text::bytea)
    from generate_series(1, $all) n;
  insert into identities (member_id, kind, hash, created_at)
    select ${id("n")}, 'card', sha256('card'), now() - n * interval '1 minute' from generate_series(1, ${HEAVY.reports}) n
    union all select $me, 'card', sha256('card'), now();
  insert into member_devices (member_id, hash)
    select ${id("n")}, sha256('device') from generate_series(1, ${HEAVY.reports}) n union all select $me, sha256('device');
  insert into member_devices (member_id, hash) select ${id("n")}, sha256(n::text::bytea)
    from generate_series(1, $all) n;
  insert into trusted_contacts (id, member_id, name, known_as, email, address_hash, token_hash, state, asked_at, confirmed_at)
    select ${id("'t'")}, $me, 'Eva', 'Me', 'eva@example.com', 'eva', 'eva', 'confirmed', now(), now();
  insert into date_shares (id, member_id, contact_id, token_hash, check_back, created_at)
    select gen_random_uuid(), case when n <= 60 then $me else ${id("n")} end, ${id("'t'")}, sha256(n::text::bytea), false,
      now() - n * interval '1 hour'
    from generate_series(1, least($all, 30000)) n;

  insert into reports (id, code, reporter_id, reported_id, reason, evidence, created_at, resolved_at, resolution)
    select ${id("'x' || n")}, 'R' || n, case when n <= ${HEAVY.reports} then $me else ${id("n")} end,
      case when n between ${HEAVY.reports + 1} and ${2 * HEAVY.reports} then $me else ${id("n + 1")} end,
      'Something else', '{"profile": {}, "messages": []}', now() - n * interval '1 minute', case when n % 3 > 0 then now() end,
      case when n % 3 > 0 then 'none' end
    from generate_series(1, least($all, 50000)) n;
  insert into report_images (key, report_id, caption) select 'e' || n, ${id("'x' || n")}, 'photo'
    from generate_series(1, least($all, 50000)) n;
  insert into notices (id, number, kind, place, username, details, name, email, member_id, is_honeypot_hit, created_at)
    select ${id("'y' || n")}, 'N' || n, case when n % 9 = 0 then 'minor' else 'illegal' end, 'A place', 'm', 'Details', '',
      '', case when n <= ${HEAVY.reports} then $me end, false, now() - n * interval '1 minute'
    from generate_series(1, ${2 * HEAVY.reports}) n;
  insert into objections (id, notice_id, words) select ${id("'y' || n")}, ${id("'y' || n")}, 'Look again'
    from generate_series(1, 300) n;

  insert into cases (id, kind, member_id, image_key, state, due_at, opened_at, closed_at)
    select ${id("'c' || n")}, case when n % 5 = 0 then 'picture' else 'member' end, ${id("n")},
      case when n % 5 = 0 then 'q' || n end, case when n % 4 = 0 then 'open' else 'closed' end,
      now() + n * interval '1 minute', now() - n * interval '1 minute', case when n % 4 > 0 then now() end
    from generate_series(1, least($all, 50000)) n;
  insert into cases (id, kind, member_id, image_key, state, due_at, opened_at, closed_at)
    select ${id("'d' || n")}, case when n = 0 then 'member' else 'picture' end, $me, case when n > 0 then 'z' || n end,
      case when n = 0 then 'open' else 'closed' end, now(), now() - n * interval '1 day', case when n > 0 then now() end
    from generate_series(0, 200) n;
  insert into case_items (kind, source_id, case_id, weight, due_at, attached_at, version, urgency, done_at)
    select case when n % 4 = 0 and n % 3 = 0 then 'verification' else 'report' end, gen_random_uuid()::text,
      ${id("'c' || n")}, 1, now() + n * interval '1 minute', now(), 1, 'other', case when n % 4 > 0 then now() end
    from generate_series(1, least($all, 50000)) n;
  insert into case_items (kind, source_id, case_id, weight, due_at, attached_at, version, done_at)
    select 'report', ${id("'x' || n")}::text, ${id("'d0'")}, 1, now() + n * interval '1 minute', now(), 1,
      case when n % 3 > 0 then now() end
    from generate_series(${HEAVY.reports + 1}, ${2 * HEAVY.reports}) n
    union all
    select case when n <= 300 then 'objection' else 'notice' end, ${id("'y' || n")}::text, ${id("'d0'")}, 1,
      now() + n * interval '1 minute', now(), 1, null
    from generate_series(1, ${HEAVY.reports}) n
    union all
    select 'fraud', 'device:' || n, ${id("'d0'")}, 1, now() + n * interval '1 minute', now(), 1, null
    from generate_series(1, ${HEAVY.reports}) n;
  insert into case_events (id, case_id, kind)
    select gen_random_uuid(), case when n <= ${HEAVY.reports} then ${id("'d0'")} else ${id("'c' || n")} end, 'attached'
    from generate_series(1, least($all, 50000)) n;
  insert into member_notes (id, member_id, note, actor, created_at)
    select gen_random_uuid(), case when n <= ${HEAVY.reports} then $me else ${id("n")} end, 'A note', 'ada',
      now() - n * interval '1 minute'
    from generate_series(1, least($all, 50000)) n;
  insert into decisions (id, case_id, case_version, member_id, rule, decided_by, decided_at)
    select ${id("'v' || n")}, ${id("'c' || n")}, 1, case when n <= ${HEAVY.reports} then $me else ${id("n")} end,
      case when n % 3 = 0 then 'fraud' else 'guidelines' end, case when n % 2 = 0 then 'ada' else $staff::text end,
      now() - n * interval '1 minute'
    from generate_series(1, least($all, 50000)) n;
  insert into decision_acts (decision_id, position, act, params, result)
    select ${id("'v' || n")}, 0, 'no_action', '{"act": "no_action"}', '{}' from generate_series(1, least($all, 50000)) n;
  insert into audit_log (id, actor, staff_id, action, target)
    select uuidv7(-n * interval '10 minutes'), 'ada', case when n % 2 = 0 then $staff end,
      case when n % 3 = 0 then 'list log' else 'show case' end, case when n % 20 = 0 then $me else ${id("'c' || n")} end
    from generate_series(1, $all) n;
  insert into image_checks (key, state, checked_at) select 'p' || n, case when n % 50 = 0 then 'pending' else 'clear' end, now()
    from generate_series(1, least($all, 30000)) n
`;

/**
 * Fills the tables around a member. Foreign keys and triggers are off, because a million sign-ups would take hours.
 * @param all the number of other members, at least the heavy one's contacts
 * @param staff of the staff who has decided half of the cases; without them there are no payments and no records
 */
export async function fillAround(app: TestApp, me: string, all: number, staff?: string): Promise<void> {
  const admin = new pg.Client(app.database.admin);
  await admin.connect();
  try {
    await admin.query("set session_replication_role = replica");
    const { rows } = await admin.query("select h3_cell from profiles where member_id = $1", [me]);
    const values = {
      $me: `'${me}'::uuid`,
      $all: String(all),
      $cell: `'${rows[0].h3_cell}'`,
      $staff: `'${staff}'::uuid`,
    };
    const filled = staff === undefined ? FILL : `${FILL};${FILL_RECORDS}`;
    const text = Object.entries(values).reduce((sql, [name, value]) => sql.replaceAll(name, value), filled);
    for (const statement of text.split(";")) await admin.query(statement);
    await admin.query("vacuum analyze");
  } finally {
    await admin.end();
  }
}
