/** The largest side of a selfie, in pixels. */
const SIDE_MAX = 1440;
const QUALITY = 0.9;

export type CameraProblem = "denied" | "missing" | "busy" | "failed";

export class CameraError extends Error {
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem) {
    super(`no camera: ${problem}`);
    this.problem = problem;
  }
}

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** Within a page. Not without HTTPS. */
export const hasCameraApi = (): boolean => "mediaDevices" in navigator && "getUserMedia" in navigator.mediaDevices;

/** Without sound. The browser may ask for the permission. @throws CameraError */
export async function openCamera(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: "user", width: { ideal: SIDE_MAX }, height: { ideal: SIDE_MAX } },
    });
  } catch (error) {
    throw new CameraError((error instanceof DOMException && PROBLEMS[error.name]) || "failed");
  }
}

export const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** JPEG, not mirrored. @throws CameraError */
export async function takePicture(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, SIDE_MAX / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (videoWidth === 0 || !picture) throw new CameraError("failed");
  return picture;
}
