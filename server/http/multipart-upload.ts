import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { ErrorCode } from "#contract/errors.ts";
import type { Sender } from "#server/adapters/image-processing.ts";
import { AppError } from "#server/errors.ts";
import { addressKey } from "#server/http/rate-limit.ts";
import { makeTurnsByName } from "#server/lib/limiter.ts";
import { makeSpool, type SpooledFiles } from "#server/lib/spool.ts";

/** What may go on at the same time, how much, and how slowly. One process's; several share the load anyway. */
export interface UploadRules {
  /** Uploads of all members, from the first byte until their pictures are stored. */
  readonly places: number;
  /** Of those from one network: a gym's Wi-Fi, or a carrier's address that many phones share. */
  readonly placesOfNetwork: number;
  /** Uploads of one member that wait, unread, for another one of theirs. */
  readonly ownWaiting: number;
  /** Of all files on disk together. */
  readonly bytes: number;
  /** What is left free on the disk. */
  readonly bytesFree: number;
  /** An upload that brings less than `windowBytes` in any `windowMs` is cut. */
  readonly windowMs: number;
  readonly windowBytes: number;
  /** The longest that a body may take. */
  readonly bodyMs: number;
  /** How long a refused request is read on, so that its client comes to read the answer. */
  readonly lingerMs: number;
}

const RULES: UploadRules = {
  places: 400,
  placesOfNetwork: 24,
  ownWaiting: 12,
  bytes: 2 * 1024 ** 3,
  bytesFree: 512 * 1024 ** 2,
  windowMs: 20_000,
  windowBytes: 20 * 16_000,
  bodyMs: 20 * 60_000,
  lingerMs: 3_000,
};

/** Seconds after which a place may be free again. */
const RETRY_SECONDS = 10;
/** What a form may hold beside its files: the heads of its parts. */
const FORM_BYTES_MAX = 64 * 1024;
const FIELD_BYTES_MAX = 200;
/** Of the lines before a part: a name of 255 characters in UTF-8 fits, percent-encoded too. */
const PART_HEADER_BYTES_MAX = 4 * 1024;

export interface UploadForm {
  /** The form's field; a file in another one is refused. */
  readonly field: string;
  readonly files: number;
  /** Of each file. */
  readonly bytes: number;
  /** Fields of text beside them; none unless told. */
  readonly fields?: number;
  /** What is said of a file that is too large. */
  readonly tooLarge: ErrorCode;
  readonly tooMany: ErrorCode;
  /** Refuses what can be refused before anything is read. */
  readonly admit?: () => Promise<void>;
  /** Refuses what can be refused before the first file is read. @param fields those that came before it */
  readonly check?: (fields: Fields) => Promise<void>;
}

type Fields = Readonly<Record<string, string>>;

/** What came in. */
export interface Upload {
  readonly sender: Sender;
  /** Paths, good until the work is done. */
  readonly files: readonly string[];
  readonly fields: Fields;
}

export interface Uploads {
  /**
   * Reads the files of a form onto the disk and does the work with them. What takes memory or a core is the work's to
   * take turns for. The files are removed in any case.
   * @throws AppError unsupported_type, malformed, server_busy; what the form's limits and the work throw
   */
  take<T>(
    request: FastifyRequest,
    memberId: string,
    form: UploadForm,
    work: (upload: Upload) => Promise<T>,
  ): Promise<T>;
  /** Removes what processes that have ended left behind. */
  sweep(): Promise<void>;
}

/** Rejects when the client hangs up or is too slow; `stop` ends the watch. */
function watch({ raw }: FastifyRequest, rules: UploadRules): { readonly lost: Promise<never>; stop(): void } {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // Nobody may be listening any more when it happens.
  lost.catch(() => undefined);
  const hungUp = () => {
    // A form that was read to its end comes to its own end.
    if (!raw.readableEnded) reject(new AppError("malformed"));
  };
  const cut = () => reject(new AppError("malformed", "The upload was too slow. Please try again."));
  const STEPS = 10;
  const received = [raw.socket.bytesRead];
  const timer = setInterval(() => {
    received.push(raw.socket.bytesRead);
    if (received.length <= STEPS) return;
    const before = received.shift() ?? 0;
    if (!raw.complete && raw.socket.bytesRead - before < rules.windowBytes) cut();
  }, rules.windowMs / STEPS);
  const late = setTimeout(cut, rules.bodyMs);
  raw.once("close", hungUp);
  if (raw.destroyed || raw.socket.destroyed) hungUp();
  return {
    lost,
    stop() {
      clearInterval(timer);
      clearTimeout(late);
      raw.off("close", hungUp);
    },
  };
}

async function readForm(request: FastifyRequest, form: UploadForm, spooled: SpooledFiles): Promise<Fields> {
  const { field, files, bytes, fields: texts = 0 } = form;
  const limits = {
    fileSize: bytes,
    files,
    fields: texts,
    parts: files + texts,
    fieldSize: FIELD_BYTES_MAX,
    headerSize: PART_HEADER_BYTES_MAX,
  };
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== field) throw AppError.field("invalid", part.fieldname, `Send files as '${field}'`);
      part.file.once("limit", () => part.file.destroy(new AppError(form.tooLarge)));
      if (spooled.paths.length === 0) await form.check?.(fields);
      await spooled.write(part.file);
      if (part.file.truncated) throw new AppError(form.tooLarge);
    }
  } catch (error) {
    // What the parser throws has a code where it is a limit, and none where the form is broken.
    if (!(error instanceof Error && "code" in error)) throw new AppError("malformed");
    if (error.code === "FST_REQ_FILE_TOO_LARGE") throw new AppError(form.tooLarge);
    throw error.code === "FST_FILES_LIMIT" ? new AppError(form.tooMany) : error;
  }
  return fields;
}

/**
 * Reads on what a refused client still sends, for a moment, and then closes the connection: a browser that is cut off at once
 * does not see the answer, and one that is not cut off sends everything before it looks.
 */
function linger({ raw }: FastifyRequest, ms: number): void {
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const late = setTimeout(() => raw.destroy(), ms);
  raw.once("close", () => clearTimeout(late));
}

/**
 * @param folder where files lie until they are decoded
 * @param changed rules other than the usual ones, for tests
 */
export function makeUploads(folder: string, log: Logger, changed: Partial<UploadRules> = {}): Uploads {
  const rules = { ...RULES, ...changed };
  const spool = makeSpool(folder, log, rules);
  const busy = () => AppError.busy(RETRY_SECONDS);
  const inTurn = makeTurnsByName(1, rules.ownWaiting, busy);
  const networks = new Map<string, number>();
  let places = 0;

  /** @throws AppError server_busy */
  async function inPlace<T>(network: string, work: () => Promise<T>): Promise<T> {
    const ofNetwork = networks.get(network) ?? 0;
    if (places >= rules.places || ofNetwork >= rules.placesOfNetwork) throw busy();
    places++;
    networks.set(network, ofNetwork + 1);
    try {
      return await work();
    } finally {
      places--;
      const left = (networks.get(network) ?? 1) - 1;
      if (left > 0) networks.set(network, left);
      else networks.delete(network);
    }
  }

  async function receive<T>(
    request: FastifyRequest,
    sender: Sender,
    form: UploadForm,
    work: (upload: Upload) => Promise<T>,
  ): Promise<T> {
    const spooled = await spool.begin();
    try {
      clearTimeout(request.deadline);
      const { lost, stop } = watch(request, rules);
      const reading = readForm(request, form, spooled);
      const fields = await Promise.race([reading, lost]).finally(stop);
      return await work({ sender, files: spooled.paths, fields });
    } finally {
      await spooled.remove();
    }
  }

  return {
    async take(request, memberId, form, work) {
      try {
        if (!request.isMultipart()) throw new AppError("unsupported_type");
        const bytesMax = form.files * form.bytes + FORM_BYTES_MAX;
        if (Number(request.headers["content-length"] ?? 0) > bytesMax) throw new AppError(form.tooLarge);
        await form.admit?.();
        const sender = { memberId, network: addressKey(request.ip) };
        return await inTurn(memberId, () => inPlace(sender.network, () => receive(request, sender, form, work)));
      } catch (error) {
        linger(request, rules.lingerMs);
        throw error;
      }
    },
    sweep: spool.sweep,
  };
}
