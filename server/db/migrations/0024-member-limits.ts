import { type Kysely, sql } from "kysely";

/** Limits for each member, and a history of the two facts by which members are shown to each other. */
export async function up(db: Kysely<never>): Promise<void> {
  // Unlogged: counting must not make a page of browse wait for the disk. After a crash it is empty, and counting begins anew.
  await sql`
    create unlogged table member_usage (
      member_id uuid not null references members (id),
      kind text not null,
      count integer not null default 0,
      people bytea storage external not null default '',
      ends_at timestamptz not null,
      primary key (member_id, kind)
    ) with (fillfactor = 70)`.execute(db);

  await sql`
    alter table pairs
      add column run_of_low boolean,
      add column run_length integer not null default 0,
      add column run_last_at timestamptz`.execute(db);

  await sql`
    create table profile_changes (
      id uuid primary key,
      member_id uuid not null references members (id),
      field text not null check (field in ('age', 'gender')),
      before text,
      after text,
      changed_at timestamptz not null,
      counts_at timestamptz not null,
      is_first boolean not null default false
    )`.execute(db);
  await sql`create index profile_changes_by_member on profile_changes (member_id, field, changed_at)`.execute(db);

  await sql`
    alter table profiles
      add column counted_gender text check (counted_gender in ('Man', 'Woman')),
      add column counted_age smallint check (counted_age between 18 and 120),
      add column gender_counts_at timestamptz,
      add column age_counts_at timestamptz,
      add column next_birthday date`.execute(db);
  // Whoever was born on 29 February has their birthday on 1 March in other years.
  const birthdayIn = (year: ReturnType<typeof sql>) => sql`
    case when to_char(born, 'MMDD') <> '0229' then make_date(${year}, extract(month from born)::int, extract(day from born)::int)
      when extract(day from make_date(${year}, 3, 1) - 1) = 29 then make_date(${year}, 3, 1) - 1
      else make_date(${year}, 3, 1) end`;
  const today = sql`(now() at time zone 'UTC')::date`;
  const thisYear = sql`extract(year from ${today})::int`;
  await sql`
    update profiles set counted_gender = gender, counted_age = age,
      next_birthday = case when ${birthdayIn(thisYear)} > ${today} then ${birthdayIn(thisYear)}
        else ${birthdayIn(sql`(${thisYear} + 1)`)} end
    from accounts where accounts.member_id = profiles.member_id`.execute(db);
  await sql`create index profiles_by_birthday on profiles (next_birthday)`.execute(db);
  await sql`create index profiles_gender_waiting on profiles (gender_counts_at) where gender_counts_at is not null`.execute(
    db,
  );
  await sql`create index profiles_age_waiting on profiles (age_counts_at) where age_counts_at is not null`.execute(db);
}
