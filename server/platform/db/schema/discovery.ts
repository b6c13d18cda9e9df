import type { Generated, Selectable } from "kysely";
import type { Sort } from "#contract/discovery/filter-form.ts";

export interface SearchPreferencesTable {
  member_id: string;
  age_min: Generated<number>;
  age_max: Generated<number>;
  distance: Generated<number>;
  gender: Generated<string[]>;
  looking_for: Generated<string[]>;
  interests: Generated<string[]>;
  height_min: Generated<number | null>;
  height_max: Generated<number | null>;
  sort: Generated<Sort>;
  verified_only: Generated<boolean>;
  shared_times_only: Generated<boolean>;
  /** The text that the member agreed to by choosing in 'Show Me'; null without a choice, or if an app did not show it. */
  show_me_consent_version: number | null;
  show_me_consented_at: Date | null;
}

/** Members who can be discovered, by everyone or by those who know them. Lists are bit sets: see `discovery.policy.ts`. */
export interface SearchIndexTable {
  member_id: string;
  /** The parent cell of resolution 4, about 1,800 km². */
  area: string | null;
  h3_cell: string | null;
  /** The center of the cell, on a sphere of radius 1. */
  x: number | null;
  y: number | null;
  z: number | null;
  gender: number;
  age: number | null;
  height: number | null;
  looking_for: number;
  interests: number;
  want_gender: number;
  want_age_min: number;
  want_age_max: number;
  is_demo: boolean;
  active_on: string;
  joined_on: string;
  is_verified: Generated<boolean>;
  /** False for a hidden or unlisted member, whom only those find who know them. */
  is_listed: Generated<boolean>;
  /** When the member joined, or was last listed again. */
  listed_at: Generated<Date>;
  /** See `counted-weeks.policy.ts`. 0 if nothing counts of the member's week. */
  counted_week: Generated<number>;
}

/** Members whose row in the search index was inserted, changed or deleted. A trigger writes it. */
export interface SearchIndexChangesTable {
  /** The transaction that made the change, as text. */
  xid: Generated<string>;
  member_id: string;
  changed_at: Generated<Date>;
}

export interface SearchResultsTable {
  id: string;
  viewer_id: string;
  query_hash: string;
  /** The ids in their order, 16 bytes each. */
  member_ids: Buffer;
  created_at: Generated<Date>;
  used_at: Generated<Date>;
}

/** The members whom a member is shown first on a day. */
export interface DailySetsTable {
  member_id: string;
  /** In UTC. */
  day: string;
  /** Best first. Deleted accounts are removed. */
  member_ids: string[];
  size: number;
  created_at: Generated<Date>;
  completed_at: Date | null;
}

export type SearchPreferencesRow = Selectable<SearchPreferencesTable>;
