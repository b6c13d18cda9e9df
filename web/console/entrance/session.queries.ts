import { queryOptions } from "@tanstack/react-query";
import type { StaffSession } from "#contract/moderation/staff.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { ApiError } from "#web/lib/api.ts";

export type Session = Pick<StaffSession, "staff" | "endsAt">;

export const staffSessionKey = ["staff-session"] as const;

/** Null if nobody is logged in. */
export const staffSessionQuery = queryOptions<Session | null>({
  queryKey: staffSessionKey,
  queryFn: async ({ signal }) => {
    try {
      const { staff, endsAt } = await callStaff("GET /api/moderation/session", {}, { signal });
      return { staff, endsAt };
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});
