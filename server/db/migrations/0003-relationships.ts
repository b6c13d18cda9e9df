import { type Kysely, sql } from "kysely";

/** Relationships between two members, and their messages. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table relationships (
      id uuid primary key,
      member_a_id uuid not null references members (id),
      member_b_id uuid not null references members (id),
      a_crushed_at timestamptz,
      b_crushed_at timestamptz,
      matched_at timestamptz,
      ended_at timestamptz,
      last_sequence bigint not null default 0,
      revision bigint not null default 0,
      a_read_at timestamptz,
      b_read_at timestamptz,
      a_blocked_at timestamptz,
      b_blocked_at timestamptz,
      a_receipt_at timestamptz,
      b_receipt_at timestamptz,
      orphaned_at timestamptz,
      a_block_listed boolean not null default false,
      b_block_listed boolean not null default false,
      run_by_a boolean,
      run_length integer not null default 0,
      run_last_at timestamptz,
      a_block_inherited boolean not null default false,
      b_block_inherited boolean not null default false,
      constraint relationships_member_a_id_member_b_id_key unique (member_a_id, member_b_id),
      constraint relationships_a_block_listed check ((not a_block_listed) or (a_blocked_at is not null)),
      constraint relationships_are_ordered check (member_a_id < member_b_id),
      constraint relationships_b_block_listed check ((not b_block_listed) or (b_blocked_at is not null)),
      constraint relationships_inherited_blocks
        check (((not a_block_inherited) or (a_blocked_at is not null))
        and ((not b_block_inherited) or (b_blocked_at is not null))),
      constraint relationships_match_needs_both_crushes
        check ((matched_at is null) or ((a_crushed_at is not null) and (b_crushed_at is not null))),
      constraint relationships_orphaned_after_match
        check ((orphaned_at is null) or ((ended_at is not null) and (matched_at is not null)))
    );
    create index relationships_by_b on relationships (member_b_id, member_a_id);
    create index relationships_b_blocked on relationships (member_b_id) where (b_blocked_at is not null);
    create index relationships_a_blocked on relationships (member_a_id) where (a_blocked_at is not null);

    create table retained_blocks (
      blocker_id uuid not null references members (id),
      blocked_id uuid not null references members (id),
      inherited boolean not null,
      listed boolean not null,
      kept_until timestamptz not null,
      constraint retained_blocks_pkey primary key (blocker_id, blocked_id)
    );
    create index retained_blocks_by_blocked on retained_blocks (blocked_id);

    create table crushes_last_seen (
      member_id uuid primary key references members (id),
      seen_at timestamptz not null
    );

    create table messages (
      id uuid primary key,
      relationship_id uuid not null references relationships (id),
      sequence bigint not null,
      revision bigint not null,
      sender_id uuid not null references members (id),
      client_id uuid,
      kind text not null default 'text',
      content text not null default '',
      created_at timestamptz not null default now(),
      read_at timestamptz,
      deleted_at timestamptz,
      attachment_key text,
      width integer,
      height integer,
      thumbhash text,
      receipt_at timestamptz,
      constraint messages_relationship_id_sequence_key unique (relationship_id, sequence),
      constraint messages_sender_id_client_id_key unique (sender_id, client_id),
      constraint messages_image
        check ((attachment_key is not null) = ((kind = 'image'::text) and (deleted_at is null))),
      constraint messages_kind_check check (kind in ('text', 'image'))
    );
    create index messages_by_rev on messages (relationship_id, revision);
    create unique index messages_attachment_key_key on messages (attachment_key) where (attachment_key is not null);
    create index messages_unread_by_sequence on messages (relationship_id, sender_id, sequence)
      where ((read_at is null) and (deleted_at is null));

    create table retained_messages (
      message_id uuid primary key references messages (id),
      content text not null,
      attachment_key text,
      width integer,
      height integer,
      thumbhash text,
      purge_after timestamptz not null
    );
    create index retained_messages_by_end on retained_messages (purge_after);
    create unique index retained_messages_picture_key on retained_messages (attachment_key)
      where (attachment_key is not null);

    create table retained_photos (
      key text primary key,
      photo_id uuid not null,
      member_id uuid not null references members (id),
      width integer not null,
      height integer not null,
      thumbhash text not null,
      alt text not null,
      removed_at timestamptz not null default now(),
      purge_after timestamptz not null
    );
    create index retained_photos_by_end on retained_photos (purge_after);
    create index retained_photos_by_member on retained_photos (member_id, removed_at);

    create table retained_profiles (
      member_id uuid primary key references members (id),
      username text not null,
      age integer,
      gender text,
      location text not null,
      bio text not null,
      prompts jsonb not null,
      interests text[] not null,
      looking_for text,
      purge_after timestamptz not null
    );

    create table reports (
      id uuid primary key,
      reporter_id uuid not null references members (id),
      reported_id uuid not null references members (id),
      reason text not null,
      details text not null default '',
      message_id uuid,
      evidence jsonb not null,
      created_at timestamptz not null default now(),
      resolved_at timestamptz,
      resolution text,
      constraint reports_resolution_check check (resolution in ('none', 'warned', 'suspended')),
      constraint reports_resolved check ((resolved_at is null) = (resolution is null))
    );
    create index reports_by_reported on reports (reported_id, created_at);
    create index reports_by_reporter on reports (reporter_id, created_at);
    create index reports_open on reports (created_at) where (resolved_at is null);

    create table report_images (
      key text primary key,
      report_id uuid not null references reports (id),
      caption text not null
    );
  `.execute(db);
  // Each arm reads only the table, without a join, so that PostgreSQL flattens the union and conditions and join keys
  // can use the indexes of both arms.
  await sql`create view relationship_sides as ${side("a", "b")} union all ${side("b", "a")}`.execute(db);
}

/** A relationship from one member's side ("I") to the other ("they"). */
const side = (mine: "a" | "b", theirs: "a" | "b") =>
  sql.raw(`
  select
    id as relationship_id,
    member_${mine}_id as member_id,
    member_${theirs}_id as other_id,
    ${mine}_crushed_at as i_crushed_at,
    ${theirs}_crushed_at as they_crushed_at,
    (a_crushed_at is not null or b_crushed_at is not null) as has_crush,
    matched_at,
    ended_at,
    orphaned_at,
    ${mine}_blocked_at as i_blocked_at,
    ${theirs}_blocked_at as they_blocked_at,
    ${mine}_block_listed as is_my_block_listed,
    ${mine}_block_inherited as is_my_block_inherited,
    (ended_at is null and a_blocked_at is null and b_blocked_at is null) as is_open,
    (matched_at is not null and ended_at is null and a_blocked_at is null and b_blocked_at is null) as is_matched,
    (matched_at is not null and (ended_at is null or orphaned_at is not null)) as is_readable,
    ${mine}_read_at as my_read_at,
    ${theirs}_read_at as their_read_at,
    ${mine}_receipt_at as my_receipt_at,
    ${theirs}_receipt_at as their_receipt_at,
    run_by_a = ${mine === "a"} as is_my_run,
    run_length,
    run_last_at,
    revision,
    last_sequence
  from relationships`);
