import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

const open = promisify((zip: Buffer, done: (error: Error | null, file: ZipFile) => void) =>
  fromBuffer(zip, { lazyEntries: true }, done),
);

/** The files of a ZIP archive, by name. @throws Error if the archive or a checksum is invalid */
export async function readZip(zip: Buffer): Promise<Map<string, Buffer>> {
  const file = await open(zip);
  const found = new Map<string, Buffer>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  file.on("error", reject);
  file.on("end", () => resolve());
  file.on("entry", (entry: Entry) =>
    file.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      buffer(stream).then((content) => {
        found.set(entry.fileName, content);
        file.readEntry();
      }, reject);
    }),
  );
  file.readEntry();
  await promise;
  return found;
}
