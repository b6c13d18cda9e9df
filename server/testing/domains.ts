import { readdirSync } from "node:fs";
import { join } from "node:path";
import { MEMBER_DATA } from "#server/domains/member-data/export/all-member-data.ts";

/** The domains, on both sides. Each imports services, components and the like only from those before it. */
export const DOMAIN_ORDER = [
  "members",
  "notifications",
  "accounts",
  "billing",
  "crushes",
  "discovery",
  "chat",
  "training",
  "moderation",
  "site",
  "member-data",
] as const;

const FOLDER = join(import.meta.dirname, "../domains");

/** By the name of what they declare, which is theirs without `.member-data.ts`. */
export function listMemberDataFiles(): { readonly name: string; readonly domain: string }[] {
  return readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).flatMap((file) => {
    const [, domain = "", name] = /^([\w-]+)\/(?:.*\/)?([\w-]+)\.member-data\.ts$/.exec(file) ?? [];
    return name === undefined ? [] : [{ name, domain }];
  });
}

/** The domain that writes each table: the one whose files declare its members' data. */
export const WRITERS: Readonly<Record<string, string>> = Object.fromEntries(
  listMemberDataFiles().flatMap(({ name, domain }) =>
    Object.keys(MEMBER_DATA[name]?.tables ?? {}).map((table) => [table, domain]),
  ),
);
