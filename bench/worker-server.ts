import { pino } from "pino";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createContext } from "#server/context.ts";
import { JOBS } from "#server/jobs.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";

/** A process of the app on the database of `DATABASE_URL`, without limits, that runs jobs, too. */
const config = readConfig({ ...process.env, RATE_LIMITS: "off", DEMO_MEMBERS: "0", LOG_LEVEL: "silent" });
const log = pino({ level: "silent" });
const connection = { connectionString: config.databaseUrl };
const database = openDatabase(connection, console.error);
const jobs = await openJobQueue(connection, JOBS, log);
const ctx = await createContext(config, log, database, jobs);
const app = await createApp(ctx);
await jobs.work(ctx);
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
