import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import { AppError } from "#server/errors.ts";
import { makeTurns, makeTurnsByName } from "#server/turns.ts";

/** Uploads lie in memory until they are pictures; so many members may be sending at once. */
const AT_ONCE = 12;
const WAITING_MAX = 100;
/** Of one member, who has one turn of those. */
const WAITING_MAX_OWN = 12;
/** An upload that is slower than this, measured from its beginning, holds a turn for nothing. */
const SLOWEST_BYTES_S = 4_000;
const PATIENCE_MS = 20_000;

const tooBusy = () => new AppError("too_busy");
const everybody = makeTurns(AT_ONCE, WAITING_MAX, tooBusy);
const byMember = makeTurnsByName(1, WAITING_MAX_OWN, tooBusy);

/** Takes a turn of a member's own, which nobody else waits for. @throws AppError too_busy */
export const inTurn = <T>(memberId: string, work: () => Promise<T>): Promise<T> =>
  byMember(memberId, () => everybody.take(work));

/** Rejects once whoever sends has gone, or sends too slowly; `stop` ends the watch. */
function watch(request: FastifyRequest): { readonly lost: Promise<never>; stop(): void } {
  const { raw } = request;
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // Nobody may be listening any more when it happens.
  lost.catch(() => undefined);
  // What was read to its end comes to the form's end by itself.
  const gone = () => {
    if (!raw.readableEnded) reject(new AppError("malformed"));
  };
  const begun = Date.now();
  const before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const ms = Date.now() - begun;
    const slow = ms > PATIENCE_MS && raw.socket.bytesRead - before < (ms / 1000) * SLOWEST_BYTES_S;
    if (!slow) return;
    reject(new AppError("malformed", "The upload was too slow. Please try again."));
    raw.destroy();
  }, 1000);
  raw.once("close", gone);
  if (raw.destroyed || raw.socket.destroyed) gone();
  return {
    lost,
    stop() {
      clearInterval(timer);
      raw.off("close", gone);
    },
  };
}

export interface UploadLimits {
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
}

/** What came in. */
export interface Upload {
  readonly files: readonly Buffer[];
  readonly fields: Readonly<Record<string, string>>;
}

const FIELD_BYTES_MAX = 200;

async function readForm(request: FastifyRequest, asked: UploadLimits): Promise<Upload> {
  const { field, files: most, bytes, fields: texts = 0 } = asked;
  const limits = { fileSize: bytes, files: most, fields: texts, parts: most + texts, fieldSize: FIELD_BYTES_MAX };
  const files: Buffer[] = [];
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const file = await part.toBuffer();
      if (part.fieldname !== field) throw AppError.field("invalid", part.fieldname, `Send files as '${field}'`);
      files.push(file);
    }
  } catch (error) {
    // What the parser throws has a code where it is a limit, and none where the form is broken.
    if (!(error instanceof Error && "code" in error)) throw new AppError("malformed");
    if (error.code === "FST_REQ_FILE_TOO_LARGE") throw new AppError(asked.tooLarge);
    throw error.code === "FST_FILES_LIMIT" ? new AppError(asked.tooMany) : error;
  }
  return { files, fields };
}

/**
 * Reads the files of a form and does with them what takes memory, in turn: one upload of a member at a time, and so many
 * members at once. Whoever hangs up or dawdles gives the turn on.
 * @throws AppError wrong_type, malformed, too_busy; what the limits and the work throw
 */
export async function takeUpload<T>(
  request: FastifyRequest,
  memberId: string,
  limits: UploadLimits,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError("wrong_type");
  return inTurn(memberId, async () => {
    const { lost, stop } = watch(request);
    const upload = await Promise.race([readForm(request, limits), lost]).finally(stop);
    return work(upload);
  });
}
