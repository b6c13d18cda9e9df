import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Context } from "#server/context.ts";
import { startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { insertCrush } from "#server/domains/crushes/crushes.repo.ts";
import { urlOf } from "#server/testing/database-url.ts";
import type { Connection } from "./server.ts";

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly address: string;
}

/** The first line of its output is its address. */
export async function startProcess(file: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, ["--expose-gc", join(import.meta.dirname, file)], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, address };
}

/** The settings of a process that serves the same app. */
export const environmentOf = (ctx: Context, connection: Connection): Record<string, string> => ({
  DATABASE_URL: urlOf(connection),
  DATA_DIR: ctx.config.dataDir,
});

export interface Side {
  readonly id: string;
  readonly token: string;
}

export const newMember = (name: string) => ({
  email: `${name}@example.com`,
  username: name,
  dateOfBirth: "1994-05-17",
  passwordHash: "none",
  isDemo: false,
});

export async function makePairs(ctx: Context, count: number): Promise<readonly (readonly [Side, Side])[]> {
  return ctx.transact(async (tx) => {
    const matches: (readonly [Side, Side])[] = [];
    for (let i = 0; i < count; i++) {
      const a = await createMemberRows(ctx, tx, newMember(`writer_a${i}`));
      const b = await createMemberRows(ctx, tx, newMember(`writer_b${i}`));
      const { delays } = ctx.notifications;
      const config = { ...ctx.config, rateLimits: false };
      await insertCrush(tx, { senderId: a, recipientId: b, config, delays });
      await insertCrush(tx, { senderId: b, recipientId: a, config, delays });
      const side = async (id: string) => {
        const token = await startSession(ctx, tx, { memberId: id, device: "A bench" });
        return { id, token };
      };
      matches.push([await side(a), await side(b)]);
    }
    return matches;
  });
}
