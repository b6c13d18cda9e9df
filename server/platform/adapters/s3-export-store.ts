import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import type { Logger } from "pino";
import { type ExportStore, exportPath } from "#server/platform/adapters/export-store.ts";
import { createS3Requests, type S3Settings, WrongAnswerError } from "#server/platform/adapters/s3-requests.ts";

/** An object appears whole or not at all. */
export function createS3ExportStore(settings: S3Settings, log: Logger): ExportStore {
  const { client, request, watch } = createS3Requests(settings, log, {});
  const objectOf = (name: string) => ({ Bucket: settings.bucket, Key: exportPath(name) });
  return {
    async put(name, bytes) {
      await request("put", async ({ abort: { signal } }) => {
        const object = { ...objectOf(name), Body: bytes, ContentLength: bytes.length, ContentType: "application/zip" };
        const { ETag } = await client.send(new PutObjectCommand(object), { abortSignal: signal });
        if (ETag === undefined) throw new WrongAnswerError("the store does not confirm the object");
      });
    },
    async read(name) {
      const body = await request("read", async (running) => {
        const { signal } = running.abort;
        const { Body } = await client.send(new GetObjectCommand(objectOf(name)), { abortSignal: signal });
        return watch(Body as Readable, running);
      });
      return body && buffer(body);
    },
    async delete(name) {
      await request("delete", ({ abort: { signal } }) =>
        client.send(new DeleteObjectCommand(objectOf(name)), { abortSignal: signal }),
      );
    },
    async *list() {
      const Prefix = exportPath("");
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket: settings.bucket, Prefix, ContinuationToken });
        const page = await request("list", ({ abort: { signal } }) => client.send(command, { abortSignal: signal }));
        for (const { Key = "" } of page?.Contents ?? []) yield Key.slice(Prefix.length);
        ContinuationToken = page?.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
  };
}
