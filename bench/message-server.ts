import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import * as messages from "#contract/chat/messages.ts";
import { endpoint } from "#contract/endpoint.ts";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createContext } from "#server/context.ts";
import { sendUnbatched } from "#server/domains/chat/messages/message-send.service.ts";
import { JOBS } from "#server/jobs.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { createPubSub } from "#server/platform/realtime/pubsub.ts";

/**
 * A process of the app on the database of `DATABASE_URL`, with two additional routes for comparison: one stores each
 * message in a separate transaction, one does everything except database queries. With `WORK` it runs jobs, too.
 */
const config = readConfig({ ...process.env, RATE_LIMITS: "off", DEMO_MEMBERS: "0", LOG_LEVEL: "silent" });
const log = pino({ level: "silent" });
const connection = { connectionString: config.databaseUrl };
const database = openDatabase(connection, console.error);
const jobs = await openJobQueue(connection, JOBS, log);
const pubsub = process.env["ALONE"] ? undefined : createPubSub(connection, log);
const ctx = await createContext(config, log, database, jobs, { pubsub });
const app = await createApp(ctx);

const nothing = endpoint({ ...messages.sendMessage, path: "/api/bench/nothing", access: "anyone" });
const oneByOne = endpoint({ ...messages.sendMessage, path: "/api/bench/alone", access: "member" });

await app.register(async (scope) => {
  const { validatorCompiler, serializerCompiler } = await import("fastify-type-provider-zod");
  const { registerAuthentication: readTokens } = await import("#server/domains/accounts/sessions/authentication.ts");
  scope.setValidatorCompiler(validatorCompiler);
  scope.setSerializerCompiler(serializerCompiler);
  registerEndpoint(
    scope,
    nothing,
  )(async ({ body: { receiverId, content, clientId } }) => ({
    message: {
      _id: randomUUID(),
      conversationId: conversationIdOf(receiverId, randomUUID()),
      sender: { _id: receiverId, username: "nobody" },
      content,
      messageType: "text",
      imageUrl: null,
      image: null,
      createdAt: new Date().toISOString(),
      read: false,
      readAt: null,
      seq: 1,
      clientId: clientId ?? null,
      reactions: [],
      replyTo: null,
    },
  }));
  await scope.register(async (members) => {
    readTokens(members, ctx);
    registerEndpoint(
      members,
      oneByOne,
    )(({ me, body: { receiverId, content } }) =>
      sendUnbatched(ctx, me, {
        id: newTimeOrderedId(),
        senderId: me.id,
        username: me.username,
        receiverId,
        content,
        clientId: null,
        quoted: undefined,
        replyToSequence: null,
      }),
    );
  });
});
if (process.env["WORK"]) await jobs.work(ctx);
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
