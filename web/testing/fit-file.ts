/** Writes FIT files for tests of their reader. */

/** Seconds from 1970 to the start of FIT's time. */
const EPOCH = 631_065_600;

export const fitTime = (iso: string): number => Date.parse(iso) / 1000 - EPOCH;

/** Number, bytes and value. A value without bytes of its own, such as text, is an array of bytes. */
type Field = readonly [number: number, size: 1 | 2 | 4, value: number] | readonly [number: number, bytes: number[]];

export interface FitMessage {
  readonly message: number;
  readonly fields: readonly Field[];
  /** Sizes of fields of developers, which hold zeros. */
  readonly developerFields?: readonly number[];
  readonly isBigEndian?: boolean;
  /** Five bits, in a compressed header. */
  readonly timeOffset?: number;
}

interface FitOptions {
  readonly headerSize?: 12 | 14;
  /** The size in the header, where it is not that of the data. */
  readonly dataSize?: number;
  readonly hasChecksum?: boolean;
}

function toBytes(value: number, size: number, isBigEndian: boolean): number[] {
  const bytes = Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256);
  return isBigEndian ? bytes.reverse() : bytes;
}

const fieldBytes = (field: Field, isBigEndian: boolean): number[] =>
  field.length === 2 ? field[1] : toBytes(field[2], field[1], isBigEndian);

/** A definition and its data. All messages use the local type 0, but those with a compressed header 3. */
function messageBytes({ message, fields, developerFields, isBigEndian = false, timeOffset }: FitMessage): number[] {
  const localType = timeOffset === undefined ? 0 : 3;
  const values = fields.map((field) => fieldBytes(field, isBigEndian));
  return [
    0x40 | localType | (developerFields ? 0x20 : 0),
    0,
    isBigEndian ? 1 : 0,
    ...toBytes(message, 2, isBigEndian),
    fields.length,
    ...fields.flatMap(([number], i) => [number, values[i]?.length ?? 0, 0]),
    ...(developerFields ? [developerFields.length, ...developerFields.flatMap((size, i) => [i, size, 0])] : []),
    timeOffset === undefined ? localType : 0x80 | (localType << 5) | timeOffset,
    ...values.flat(),
    ...(developerFields ?? []).flatMap((size) => Array<number>(size).fill(0)),
  ];
}

export function fitFile(
  messages: readonly FitMessage[],
  { headerSize = 14, dataSize, hasChecksum = true }: FitOptions = {},
): Uint8Array<ArrayBuffer> {
  const data = messages.flatMap(messageBytes);
  const header = [headerSize, 0x20, 0x54, 0x08, ...toBytes(dataSize ?? data.length, 4, false), 0x2e, 0x46, 0x49, 0x54];
  const checksum = hasChecksum ? [0xab, 0xcd] : [];
  return Uint8Array.from([...header, ...Array<number>(headerSize - 12).fill(0), ...data, ...checksum]);
}

export const fitFileId = (created: string, type = 4): FitMessage => ({
  message: 0,
  fields: [
    [0, 1, type],
    [4, 4, fitTime(created)],
  ],
});

interface SessionValues {
  readonly sport?: number;
  readonly subSport?: number;
  readonly seconds?: number;
  readonly meters?: number;
}

/** A message `session`, with fields between that no one reads. */
export const fitSession = (
  start: string,
  { sport = 1, subSport = 0, seconds = 1800, meters = 5000 }: SessionValues = {},
): FitMessage => ({
  message: 18,
  fields: [
    [253, 4, fitTime(start) + seconds],
    [2, 4, fitTime(start)],
    [3, 4, 0x1234_5678],
    [5, 1, sport],
    [6, 1, subSport],
    [7, 4, seconds * 1000],
    [8, 4, seconds * 900],
    [9, 4, meters * 100],
    [16, 1, 142],
  ],
});
