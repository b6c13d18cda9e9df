import pg from "pg";
import { REPLACED_SCHEMA, SCHEMA } from "#server/db/message-partitions/definition.ts";

/**
 * Replaces the empty table of messages by one without partitions, as in an installation that had many messages at migration
 * 0034.
 * @param owner connects as the owner of the tables
 * @param fill inserts rows while the table has neither indexes nor foreign keys
 */
export async function makeMessagesPlain(
  owner: pg.ClientConfig,
  fill?: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(`
      begin;
      create table plain_messages (like messages including defaults including constraints including storage);
      do $$ declare granted record; begin
        for granted in
          select grantee::regrole::text as role, string_agg(privilege_type, ', ') as privileges
          from pg_class, aclexplode(relacl) where oid = 'messages'::regclass and grantee <> relowner group by grantee
        loop execute format('grant %s on plain_messages to %s', granted.privileges, granted.role); end loop;
      end $$;
      alter table retained_messages drop constraint retained_messages_message_id_fkey;
      alter table workout_dates drop constraint workout_dates_message_id_fkey;
      alter table date_shares drop constraint date_shares_message_id_fkey;
      drop table messages;
      drop schema ${SCHEMA};
      alter table plain_messages rename to messages`);
    await fill?.(client);
    await client.query(`
      alter table messages
        add constraint messages_pkey primary key (id),
        add constraint messages_relationship_id_sequence_key unique (relationship_id, sequence),
        add constraint messages_sender_id_client_id_key unique (sender_id, client_id),
        add constraint messages_relationship_id_fkey foreign key (relationship_id) references relationships (id),
        add constraint messages_sender_id_fkey foreign key (sender_id) references members (id);
      create index messages_by_rev on messages (relationship_id, revision);
      create unique index messages_attachment_key_key on messages (attachment_key) where attachment_key is not null;
      create index messages_unread_by_sequence on messages (relationship_id, sender_id, sequence)
        where read_at is null and deleted_at is null;
      alter table retained_messages add constraint retained_messages_message_id_fkey
        foreign key (message_id) references messages (id);
      alter table workout_dates add constraint workout_dates_message_id_fkey
        foreign key (message_id) references messages (id) on delete cascade;
      alter table date_shares add constraint date_shares_message_id_fkey
        foreign key (message_id) references messages (id) on delete set null;
      commit`);
  } finally {
    await client.end();
  }
}

/** What a shape consists of, to compare tables that came to it in different ways. */
export async function describeMessages(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query(`
    select
      array(select format('%s %s', relname, pg_get_indexdef(indexrelid)) from pg_index
        join pg_class on pg_class.oid = indexrelid where indrelid = 'messages'::regclass order by 1) as indexes,
      array(select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
        from pg_constraint
        where (conrelid = 'messages'::regclass or confrelid = 'messages'::regclass) and contype <> 'n' and conparentid = 0
        order by 1) as constraints,
      array(select format('%s %s', inhrelid::regclass, count(pg_index)) from pg_inherits join pg_index on indrelid = inhrelid
        where inhparent = 'messages'::regclass group by inhrelid order by 1) as partitions,
      (select count(*)::int from pg_trigger where tgrelid = 'messages'::regclass and not tgisinternal) as triggers,
      array(select relname from pg_class where relkind in ('r', 'p') and relnamespace = to_regnamespace('${SCHEMA}') order by 1) as tables,
      to_regnamespace('${REPLACED_SCHEMA}') as replaced,
      (select relacl::text from pg_class where oid = 'messages'::regclass) as privileges`);
  return rows[0];
}
