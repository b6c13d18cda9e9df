import { type Kysely, sql } from "kysely";

/** Messages, and the workout dates that are messages of a kind of their own. */
export async function up(db: Kysely<never>): Promise<void> {
  await createMessages(db);
  await sql`
    create table retained_messages (
      message_id uuid primary key,
      relationship_id uuid not null,
      content text not null,
      attachment_key text,
      width integer,
      height integer,
      thumbhash text,
      purge_after timestamptz not null,
      constraint retained_messages_message_id_fkey
        foreign key (message_id, relationship_id) references messages (id, relationship_id)
    );
    create index retained_messages_by_end on retained_messages (purge_after);
    create unique index retained_messages_picture_key on retained_messages (attachment_key)
      where attachment_key is not null;
  `.execute(db);
  await createWorkoutDates(db);
  await createTrustedContacts(db);
}

const PARTITIONS = Array.from({ length: 32 }, (_, remainder) => String(remainder).padStart(2, "0"));

/**
 * `messages` is partitioned by hash of the relationship, so that what a conversation needs is in one partition, and
 * each is vacuumed and indexed alone (docs/decisions/079-partition-messages-by-relationship.md).
 */
async function createMessages(db: Kysely<never>): Promise<void> {
  await sql`
    -- It may be left over, empty, from tables that were dropped.
    create schema if not exists message_partitions;

    create table messages (
      id uuid not null,
      relationship_id uuid not null references relationships (id),
      sequence bigint not null,
      revision bigint not null,
      sender_id uuid not null references members (id),
      client_id uuid,
      kind text not null default 'text',
      content text not null default '',
      reply_to_sequence bigint,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      receipt_at timestamptz,
      deleted_at timestamptz,
      attachment_key text,
      width integer,
      height integer,
      thumbhash text,
      -- On the row that is read anyway, so that nothing that shows images needs a join.
      check_state text,
      sender_reaction text,
      receiver_reaction text,
      -- The id comes first, so that a backup reads all partitions in one order.
      constraint messages_pkey primary key (id, relationship_id),
      constraint messages_kind_check check (kind in ('text', 'image', 'date')),
      constraint messages_image check ((attachment_key is not null) = (kind = 'image' and deleted_at is null)),
      constraint messages_check_state_check check (check_state in ('pending', 'held'))
    ) partition by hash (relationship_id);
  `.execute(db);
  const partitions = PARTITIONS.map(
    (nth) => `
      create table message_partitions.messages_${nth} partition of messages
        for values with (modulus ${PARTITIONS.length}, remainder ${Number(nth)})`,
  );
  const indexes = [
    ...createIndex("unique index", "messages_relationship_id_sequence_key", "(relationship_id, sequence)"),
    ...createIndex("unique index", "messages_sender_id_client_id_key", "(sender_id, client_id, relationship_id)"),
    ...createIndex(
      "unique index",
      "messages_attachment_key_key",
      "(attachment_key, relationship_id) where attachment_key is not null",
    ),
    ...createIndex("index", "messages_by_rev", "(relationship_id, revision)"),
    ...createIndex(
      "index",
      "messages_unread_by_sequence",
      "(relationship_id, sender_id, sequence) where read_at is null and deleted_at is null",
    ),
  ];
  await sql.raw([...partitions, ...indexes].join(";\n")).execute(db);
  await sql`
    -- PostgreSQL analyzes partitions by itself, but not what they are together, by which it plans joins.
    create function analyze_messages() returns void
      language plpgsql security definer set search_path = public, pg_temp as $function$
    begin
      if not exists (
        select from pg_stat_user_tables where relid = 'messages'::regclass and last_analyze > now() - interval '1 day')
      then
        execute case when current_setting('server_version_num')::int >= 180000 then 'analyze only messages'
          else 'analyze messages' end;
      end if;
    end $function$;
  `.execute(db);
}

/** Statements for an index of each partition, whose names errors contain, as parts of one of the table. */
const createIndex = (kind: "index" | "unique index", name: string, definition: string): string[] => [
  `create ${kind} ${name} on only messages ${definition}`,
  ...PARTITIONS.flatMap((nth) => [
    `create ${kind} ${name}_${nth} on message_partitions.messages_${nth} ${definition}`,
    `alter index ${name} attach partition message_partitions.${name}_${nth}`,
  ]),
];

async function createWorkoutDates(db: Kysely<never>): Promise<void> {
  await sql`
    create table workout_dates (
      message_id uuid not null,
      relationship_id uuid not null references relationships (id) on delete cascade,
      state text not null,
      turn text,
      version integer not null default 1,
      changed_by text,
      changed_at timestamptz not null,
      last_act text not null,
      sport text not null,
      times timestamptz[] not null,
      time_zone text not null,
      minutes integer not null,
      place text not null,
      effort text,
      earlier jsonb,
      starts_at timestamptz,
      calendar_sequence integer not null default 0,
      remind_at timestamptz,
      reminded_at timestamptz,
      sender_on_way_at timestamptz,
      receiver_on_way_at timestamptz,
      history jsonb not null default '[]',
      constraint workout_dates_pkey primary key (message_id),
      constraint workout_dates_message_id_fkey foreign key (message_id, relationship_id)
        references messages (id, relationship_id) on delete cascade,
      constraint workout_dates_state_check
        check (state in ('proposed', 'countered', 'agreed', 'changed', 'declined', 'called_off')),
      constraint workout_dates_side_check
        check (turn in ('sender', 'receiver') and changed_by in ('sender', 'receiver')),
      constraint workout_dates_times_check check (cardinality(times) between 1 and 3),
      constraint workout_dates_agreed_check check (state not in ('agreed', 'changed') or starts_at is not null)
    );
    create index workout_dates_by_relationship on workout_dates (relationship_id);
    create index workout_dates_by_start on workout_dates (starts_at) where starts_at is not null;
    create index workout_dates_to_remind on workout_dates (remind_at) where state = 'agreed' and reminded_at is null;

    create table date_outcomes (
      message_id uuid not null references workout_dates (message_id) on delete cascade,
      side text not null,
      outcome text not null,
      at timestamptz not null,
      constraint date_outcomes_pkey primary key (message_id, side),
      constraint date_outcomes_side_check check (side in ('sender', 'receiver')),
      constraint date_outcomes_outcome_check check (outcome in ('trained', 'missed', 'wrong'))
    );
  `.execute(db);
}

async function createTrustedContacts(db: Kysely<never>): Promise<void> {
  await sql`
    create table trusted_contacts (
      id uuid not null,
      member_id uuid not null references members (id),
      name text not null,
      known_as text not null,
      email text not null,
      address_hash bytea not null,
      token_hash bytea not null,
      state text not null default 'pending',
      asked_at timestamptz not null,
      confirmed_at timestamptz,
      constraint trusted_contacts_pkey primary key (id),
      constraint trusted_contacts_token_key unique (token_hash),
      constraint trusted_contacts_address_key unique (member_id, address_hash),
      constraint trusted_contacts_state_check check (state in ('pending', 'confirmed')),
      constraint trusted_contacts_confirmed_check check ((state = 'confirmed') = (confirmed_at is not null))
    );
    create index trusted_contacts_by_address on trusted_contacts (address_hash);

    create table refused_contacts (
      -- Null for a no to everybody, which belongs to no member.
      member_id uuid references members (id),
      address_hash bytea not null,
      refused_at timestamptz not null,
      mailbox_hashes bytea[],
      constraint refused_contacts_address_key unique nulls not distinct (address_hash, member_id)
    );
    create index refused_contacts_by_member on refused_contacts (member_id);

    create table date_shares (
      id uuid not null,
      member_id uuid not null references members (id),
      contact_id uuid not null references trusted_contacts (id) on delete cascade,
      message_id uuid,
      relationship_id uuid,
      token_hash bytea not null,
      check_back boolean not null,
      created_at timestamptz not null,
      withdrawn_at timestamptz,
      starts_at timestamptz,
      ends_at timestamptz,
      summary text,
      ask_at timestamptz,
      asked_at timestamptz,
      tell_at timestamptz,
      delays integer not null default 0,
      answer text,
      answered_at timestamptz,
      told_at timestamptz,
      constraint date_shares_pkey primary key (id),
      constraint date_shares_token_key unique (token_hash),
      constraint date_shares_message_id_fkey foreign key (message_id, relationship_id)
        references messages (id, relationship_id) on delete set null,
      -- A reference of which one column is null is not checked.
      constraint date_shares_message_check check ((message_id is null) = (relationship_id is null)),
      constraint date_shares_answer_check check (answer in ('back', 'tell')),
      constraint date_shares_begun_check check (starts_at is null or (ends_at is not null and summary is not null))
    );
    create unique index date_shares_open on date_shares (message_id, contact_id) where withdrawn_at is null;
    create index date_shares_by_message on date_shares (message_id) where message_id is not null;
    create index date_shares_by_member on date_shares (member_id);
    create index date_shares_by_contact on date_shares (contact_id);
    create index date_shares_to_ask on date_shares (ask_at) where ask_at is not null;
    create index date_shares_to_tell on date_shares (tell_at) where tell_at is not null;
  `.execute(db);
}
