import type { StaffRole } from "#contract/moderation/staff-roles.ts";

export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  photos: "Pictures",
  reports: "Reports",
  all: "Everything",
  read_only: "Read only",
};
