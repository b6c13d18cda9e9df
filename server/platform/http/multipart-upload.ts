import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { MINUTE_MS } from "#contract/durations.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { AppError } from "#server/errors.ts";
import type { Uploader } from "#server/platform/adapters/image-processing.ts";
import { BYTES_FREE } from "#server/platform/lib/free-space.ts";
import { createKeyedLimiter } from "#server/platform/lib/limiter.ts";
import { networkKey } from "#server/platform/lib/networks.ts";
import { createSpool, type SpooledFiles } from "#server/platform/lib/spool.ts";

/** Per process. */
export interface UploadRules {
  /** Concurrent uploads, from the first byte until the images are stored. */
  readonly concurrency: number;
  /** Concurrent uploads from one network, which may be a gym's Wi-Fi or a carrier's NAT. */
  readonly concurrencyPerNetwork: number;
  /** Uploads of one member that wait, unread, while another of theirs is read. */
  readonly queuePerMember: number;
  readonly bytes: number;
  /** Disk space that must stay free. */
  readonly bytesFree: number;
  /**
   * An upload that sends less than `windowBytes` in any `windowMs` is aborted. Over the latest seconds and not on average,
   * so that a sender who was fast for a moment cannot stall, and a slow but steady line is served.
   */
  readonly windowMs: number;
  readonly windowBytes: number;
  readonly bodyMs: number;
  /** Milliseconds for which the body of a rejected request is read, so that the client can receive the response. */
  readonly lingerMs: number;
}

const RULES: UploadRules = {
  concurrency: 400,
  concurrencyPerNetwork: 24,
  queuePerMember: 12,
  bytes: 2 * 1024 ** 3,
  bytesFree: BYTES_FREE,
  windowMs: 20_000,
  windowBytes: 20 * 16_000,
  bodyMs: 20 * MINUTE_MS,
  lingerMs: 3_000,
};

const RETRY_SECONDS = 10;
/** Size of a form without its files. */
const FORM_BYTES_MAX = 64 * 1024;
const FIELD_BYTES_MAX = 200;
/** Enough for a percent-encoded file name of 255 UTF-8 characters. */
const PART_HEADER_BYTES_MAX = 4 * 1024;

export interface UploadForm {
  readonly field: string;
  readonly files: number;
  /** Per file. */
  readonly bytes: number;
  /** The number of text fields; 0 by default. */
  readonly fields?: number;
  /** Error codes for a file that is too large, and for too many files. */
  readonly tooLarge: ErrorCode;
  readonly tooMany: ErrorCode;
  /** Called before the body is read; throws to reject the upload. */
  readonly admit?: () => Promise<void>;
  /** Called before the first file is read; throws to reject the upload. @param fields those before the first file */
  readonly check?: (fields: Fields) => Promise<void>;
}

type Fields = Readonly<Record<string, string>>;

export interface Upload {
  readonly uploader: Uploader;
  /** Paths, valid until the work is finished. */
  readonly files: readonly string[];
  readonly fields: Fields;
}

export interface Uploads {
  /**
   * The work must limit its own use of memory and CPU.
   * @throws AppError unsupported_type, malformed, server_busy; errors of the form's limits and of the work
   */
  receive<T>(
    request: FastifyRequest,
    memberId: string,
    form: UploadForm,
    work: (upload: Upload) => Promise<T>,
  ): Promise<T>;
  removeLeftovers(): Promise<void>;
}

/** Rejects when the client disconnects or is too slow. */
function watchClient({ raw }: FastifyRequest, rules: UploadRules): { readonly lost: Promise<never>; stop(): void } {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // Prevents an unhandled rejection after the race is over.
  lost.catch(() => undefined);
  const onClose = () => {
    if (!raw.readableEnded) reject(new AppError("malformed"));
  };
  const rejectSlow = () => reject(new AppError("malformed", "The upload was too slow. Please try again."));
  const STEPS = 10;
  const received = [raw.socket.bytesRead];
  const timer = setInterval(() => {
    received.push(raw.socket.bytesRead);
    if (received.length <= STEPS) return;
    const before = received.shift() ?? 0;
    if (!raw.complete && raw.socket.bytesRead - before < rules.windowBytes) rejectSlow();
  }, rules.windowMs / STEPS);
  const timeout = setTimeout(rejectSlow, rules.bodyMs);
  raw.once("close", onClose);
  if (raw.destroyed || raw.socket.destroyed) onClose();
  return {
    lost,
    stop() {
      clearInterval(timer);
      clearTimeout(timeout);
      raw.off("close", onClose);
    },
  };
}

async function readForm(request: FastifyRequest, form: UploadForm, spooled: SpooledFiles): Promise<Fields> {
  const { field, files, bytes, fields: texts = 0 } = form;
  const limits = {
    fileSize: bytes,
    files,
    fields: texts,
    // One more, so that the error says which of the two limits above was exceeded.
    parts: files + texts + 1,
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
    // The parser's errors have a code for exceeded limits, and none for malformed forms.
    if (!(error instanceof Error && "code" in error)) throw new AppError("malformed");
    if (error.code === "FST_REQ_FILE_TOO_LARGE") throw new AppError(form.tooLarge);
    throw error.code === "FST_FILES_LIMIT" ? new AppError(form.tooMany) : error;
  }
  return fields;
}

/**
 * Browsers read the response only after they have sent the body or noticed that the connection ends, and discard it if
 * that happens too soon.
 */
function linger({ raw }: FastifyRequest, ms: number): void {
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const timeout = setTimeout(() => raw.destroy(), ms);
  raw.once("close", () => clearTimeout(timeout));
}

/**
 * @param folder holds files until they are decoded
 * @param overrides for tests
 */
export function createUploads(folder: string, log: Logger, overrides: Partial<UploadRules> = {}): Uploads {
  const rules = { ...RULES, ...overrides };
  const spool = createSpool(folder, log, rules);
  const busy = () => AppError.busy(RETRY_SECONDS);
  const limitByMember = createKeyedLimiter(1, rules.queuePerMember, busy);
  const runningByNetwork = new Map<string, number>();
  let running = 0;

  /** Without a queue. @throws AppError server_busy */
  async function limitByNetwork<T>(network: string, work: () => Promise<T>): Promise<T> {
    const inNetwork = runningByNetwork.get(network) ?? 0;
    if (running >= rules.concurrency || inNetwork >= rules.concurrencyPerNetwork) throw busy();
    running++;
    runningByNetwork.set(network, inNetwork + 1);
    try {
      return await work();
    } finally {
      running--;
      const left = (runningByNetwork.get(network) ?? 1) - 1;
      if (left > 0) runningByNetwork.set(network, left);
      else runningByNetwork.delete(network);
    }
  }

  async function spoolAndWork<T>(
    request: FastifyRequest,
    uploader: Uploader,
    form: UploadForm,
    work: (upload: Upload) => Promise<T>,
  ): Promise<T> {
    const spooled = await spool.begin();
    try {
      clearTimeout(request.deadline);
      const { lost, stop } = watchClient(request, rules);
      const reading = readForm(request, form, spooled);
      const fields = await Promise.race([reading, lost]).finally(stop);
      return await work({ uploader, files: spooled.paths, fields });
    } finally {
      await spooled.remove();
    }
  }

  return {
    async receive(request, memberId, form, work) {
      try {
        if (!request.isMultipart()) throw new AppError("unsupported_type");
        const bytesMax = form.files * form.bytes + FORM_BYTES_MAX;
        if (Number(request.headers["content-length"] ?? 0) > bytesMax) throw new AppError(form.tooLarge);
        await form.admit?.();
        const uploader = { memberId, network: networkKey(request.ip) };
        return await limitByMember(memberId, () =>
          limitByNetwork(uploader.network, () => spoolAndWork(request, uploader, form, work)),
        );
      } catch (error) {
        linger(request, rules.lingerMs);
        throw error;
      }
    },
    removeLeftovers: spool.removeLeftovers,
  };
}
