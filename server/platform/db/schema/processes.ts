/** A running process that receives events. It has a new id whenever its listening connection is made anew. */
export interface ProcessesTable {
  id: string;
  lists_members: boolean;
  receives_redis: boolean;
  expires_at: Date;
}

export interface ConnectionsTable {
  member_id: string;
  process_id: string;
}
