import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Context } from "#server/context.ts";

export interface ArchiveFile {
  /** With folders, as in `photos/1.webp`. */
  readonly name: string;
  readonly content: Readable;
  /** For content that is compressed already, such as images. */
  readonly isPacked?: boolean;
}

export const textFile = (name: string, text: Iterable<string> | AsyncIterable<string>): ArchiveFile => ({
  name,
  content: Readable.from(text, { objectMode: false }),
});

export const jsonFile = (name: string, value: unknown): ArchiveFile =>
  textFile(name, [`${JSON.stringify(value, null, 2)}\n`]);

/** A stored image in its full size; no file if it is gone. */
export async function* imageFile(ctx: Context, name: string, key: string): AsyncGenerator<ArchiveFile> {
  const file = await ctx.photos.read(key, "full.webp");
  if (file) yield { name, content: file.stream, isPacked: true };
}

/** Each item is created when it is written. @param head the JSON before the list @param name the list's key */
export async function* jsonWithList(
  head: Readonly<Record<string, unknown>>,
  name: string,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  ${JSON.stringify(name)}: [`;
  let before = "\n    ";
  for await (const item of items) {
    yield before + JSON.stringify(item, null, 2).replaceAll("\n", "\n    ");
    before = ",\n    ";
  }
  yield before.startsWith(",") ? "\n  ]\n}\n" : "]\n}\n";
}

/**
 * Streams a ZIP file, one entry after the other, at the speed of the reader, so that memory use does not depend on its
 * size. `destroy` on the stream stops the generation.
 * @param at the modification time of all entries
 */
export function archive(files: AsyncIterable<ArchiveFile>, at: Date): Readable {
  const zip = new ZipFile();
  // A separate stream, because the library's does not end on errors.
  const output = zip.outputStream.pipe(new PassThrough());
  let current: Readable | undefined;
  zip.on("error", (error: Error) => output.destroy(error));
  output.once("close", () => current?.destroy());

  async function fill(): Promise<void> {
    for await (const { name, content, isPacked = false } of files) {
      current = content;
      if (output.destroyed) content.destroy();
      zip.addReadStream(content, name, { mtime: at, mode: 0o100600, compress: !isPacked });
      await finished(content);
    }
    zip.end();
  }
  fill().catch((error: Error) => output.destroy(error));
  return output;
}
