import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file of an archive. */
export interface ArchiveFile {
  /** With folders, as in `photos/1.webp`. */
  readonly name: string;
  readonly content: Readable;
  /** Small already, as pictures are. */
  readonly isPacked?: boolean;
}

/** A file of text, made while it is read. */
export const textFile = (name: string, text: Iterable<string> | AsyncIterable<string>): ArchiveFile => ({
  name,
  content: Readable.from(text, { objectMode: false }),
});

/** A file of JSON that people can read. */
export const jsonFile = (name: string, value: unknown): ArchiveFile =>
  textFile(name, [`${JSON.stringify(value, null, 2)}\n`]);

/**
 * A file of JSON whose last value is a list, each item of which is made when its turn comes.
 * @param head what stands before the list @param name the list's own
 */
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
 * A ZIP file while it is being made: one file after the other, no faster than it is read, so that it takes little memory
 * however large it is. Whoever stops reading, by `destroy`, stops all of it.
 * @param at what all files are dated
 */
export function archive(files: AsyncIterable<ArchiveFile>, at: Date): Readable {
  const zip = new ZipFile();
  // A stream of our own: that of the library has no end but the good one.
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
