import { type Kysely, sql } from "kysely";

/** Workout dates: messages of a kind of their own, with what two members have agreed on. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table messages
      drop constraint messages_kind_check,
      add constraint messages_kind_check check (kind in ('text', 'image', 'date'));

    create table workout_dates (
      message_id uuid not null references messages (id) on delete cascade,
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
      effort text not null,
      earlier jsonb,
      starts_at timestamptz,
      calendar_sequence integer not null default 0,
      remind_at timestamptz,
      reminded_at timestamptz,
      sender_on_way_at timestamptz,
      receiver_on_way_at timestamptz,
      history jsonb not null default '[]',
      constraint workout_dates_pkey primary key (message_id),
      constraint workout_dates_state_check
        check (state in ('proposed', 'countered', 'agreed', 'changed', 'declined', 'called_off')),
      constraint workout_dates_side_check check (turn in ('sender', 'receiver') and changed_by in ('sender', 'receiver')),
      constraint workout_dates_times_check check (cardinality(times) between 1 and 3),
      constraint workout_dates_agreed_check check (state not in ('agreed', 'changed') or starts_at is not null)
    );
    create index workout_dates_by_relationship on workout_dates (relationship_id);
    create index workout_dates_to_remind on workout_dates (remind_at) where state = 'agreed' and reminded_at is null;
    create index workout_dates_to_come on workout_dates (starts_at) where state in ('agreed', 'changed');
  `.execute(db);
}
