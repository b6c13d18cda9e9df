import { Camera, RotateCcw, Send } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { POSES } from "#contract/moderation/selfies.ts";
import type { SelfieRequest } from "#contract/moderation/verification.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { formatTimeOfDay } from "#web/lib/format-date.ts";
import {
  CameraError,
  type CameraProblem,
  closeCamera,
  hasCameraApi,
  openCamera,
  takePicture,
} from "#web/screens/get-verified/camera.ts";
import { useSendSelfie, useStartVerification } from "#web/screens/get-verified/selfie.queries.ts";
import css from "#web/screens/get-verified/selfie-camera.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

const PROBLEM_TEXTS: Readonly<Record<CameraProblem, string>> = {
  denied:
    "Your browser does not let Spotter use the camera. Press the lock or the camera beside the address, allow the " +
    "camera for this page, then try again. On a phone, also look into the settings of the browser app.",
  missing: "We found no camera on this device. Log in on a phone and get verified there.",
  busy: "Another app is using the camera. Close it, then try again.",
  failed: "The camera did not start. Please try again.",
};

const SEND_FAILED = "Your selfie could not be sent. Please try again.";
const START_FAILED = "That did not work. Please try again.";

interface Props {
  /** Undefined if there is no pose yet. */
  request: Extract<SelfieRequest, { state: "started" }> | undefined;
  label: string;
  onTimeOver: () => void;
}

interface Taken {
  readonly picture: Blob;
  readonly url: string;
  readonly isLive: boolean;
}

/** The pose is shown over the mirrored picture. */
export function SelfieCamera({ request, label, onTimeOver }: Props) {
  const [stream, setStream] = useState<MediaStream>();
  const [taken, setTaken] = useState<Taken>();
  const [problem, setProblem] = useState<string>();
  const start = useStartVerification();
  const send = useSendSelfie();
  useCleanUp(stream, taken);
  useTimeOver(request?.until, onTimeOver);

  const keep = (picture: Blob, isLive: boolean) => {
    setStream(undefined);
    setTaken({ picture, url: URL.createObjectURL(picture), isLive });
  };

  /** The camera first: a pose costs a try, and without a camera it would be lost. */
  const begin = async () => {
    setProblem(undefined);
    setTaken(undefined);
    try {
      const opened = hasCameraApi() ? await openCamera() : undefined;
      try {
        if (!request) await start.mutateAsync();
        setStream(opened);
      } catch (error) {
        if (opened) closeCamera(opened);
        setProblem(getErrorMessage(error, START_FAILED, START_FAILED));
      }
    } catch (error) {
      setProblem(PROBLEM_TEXTS[error instanceof CameraError ? error.problem : "failed"]);
    }
  };

  const submit = () => {
    if (!request || !taken) return;
    setProblem(undefined);
    const { picture, isLive } = taken;
    send.mutate(
      { requestId: request.id, picture, isLive },
      { onError: (error) => setProblem(getErrorMessage(error, SEND_FAILED, SEND_FAILED)) },
    );
  };

  if (request && taken)
    return (
      <Preview
        request={request}
        taken={taken}
        problem={problem}
        isSending={send.isPending}
        onSend={submit}
        onRetake={() => void begin()}
      />
    );
  if (request && stream)
    return (
      <Viewfinder
        stream={stream}
        request={request}
        problem={problem}
        onTaken={(picture) => keep(picture, true)}
        onFailed={() => setProblem(PROBLEM_TEXTS.failed)}
      />
    );
  if (request && !hasCameraApi())
    return (
      <div className={css.steps}>
        <Frame pose={POSES[request.pose]} until={request.until} />
        <p className={classNames(typography.small, typography.muted)}>
          Your browser shows no camera within a page. Take the picture with your camera app; we note that it was not
          live, which may take us longer.
        </p>
        <FormAlert message={problem} />
        <FilePicker onPicked={(file) => keep(file, false)} />
      </div>
    );
  return (
    <div className={css.steps}>
      <FormAlert message={problem} />
      <Button
        size="lg"
        icon={<Camera />}
        busy={start.isPending ? "Opening..." : undefined}
        className={css.begin}
        onClick={() => void begin()}
      >
        {problem ? "Try again" : label}
      </Button>
    </div>
  );
}

/** When they are not shown any more. */
function useCleanUp(stream: MediaStream | undefined, taken: Taken | undefined): void {
  useEffect(() => () => stream && closeCamera(stream), [stream]);
  useEffect(() => () => taken && URL.revokeObjectURL(taken.url), [taken]);
}

function useTimeOver(until: string | undefined, onTimeOver: () => void): void {
  const report = useEffectEvent(onTimeOver);
  useEffect(() => {
    if (until === undefined) return undefined;
    const timeout = setTimeout(() => report(), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timeout);
  }, [until]);
}

function Frame({ pose, until, children }: { pose: string; until: string; children?: ReactNode }) {
  return (
    <>
      <div role="status" className={css.pose}>
        <p className={classNames(typography.display, typography.d20)}>{pose}</p>
        <p className={classNames(typography.small, typography.muted)}>
          You have until {formatTimeOfDay(new Date(until))}.
        </p>
      </div>
      {children && <div className={css.frame}>{children}</div>}
    </>
  );
}

interface ViewfinderProps {
  stream: MediaStream;
  request: Extract<SelfieRequest, { state: "started" }>;
  problem: string | undefined;
  onTaken: (picture: Blob) => void;
  onFailed: () => void;
}

/** Mirrored like a mirror would show it. */
function Viewfinder({ stream, request, problem, onTaken, onFailed }: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const { current } = video;
    if (current) current.srcObject = stream;
    shutter.current?.focus();
  }, [stream]);
  const take = () => {
    if (video.current) takePicture(video.current).then(onTaken, onFailed);
  };
  return (
    <div className={css.steps}>
      <Frame pose={POSES[request.pose]} until={request.until}>
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label="Your camera"
          className={classNames(css.picture, css.mirrored)}
          onPlaying={() => setIsReady(true)}
        />
      </Frame>
      <FormAlert message={problem} />
      <div className={css.actions}>
        <Button
          size="lg"
          icon={<Camera />}
          ref={shutter}
          busy={isReady ? undefined : "Starting the camera..."}
          onClick={take}
        >
          Take picture
        </Button>
      </div>
    </div>
  );
}

interface PreviewProps {
  request: Extract<SelfieRequest, { state: "started" }>;
  taken: Taken;
  problem: string | undefined;
  isSending: boolean;
  onSend: () => void;
  onRetake: () => void;
}

/** The picture can be sent or taken again. */
function Preview({ request, taken, problem, isSending, onSend, onRetake }: PreviewProps) {
  const sendButton = useRef<HTMLButtonElement>(null);
  // The shutter had the focus, and is gone.
  useEffect(() => sendButton.current?.focus(), []);
  return (
    <div className={css.steps}>
      <Frame pose={POSES[request.pose]} until={request.until}>
        <img src={taken.url} alt="Your selfie" className={classNames(css.picture, taken.isLive && css.mirrored)} />
      </Frame>
      <FormAlert message={problem} />
      <div className={css.actions}>
        <Button size="lg" icon={<Send />} ref={sendButton} busy={isSending ? "Sending..." : undefined} onClick={onSend}>
          Send selfie
        </Button>
        <Button variant="line" size="lg" icon={<RotateCcw />} disabled={isSending} onClick={onRetake}>
          Take again
        </Button>
      </div>
    </div>
  );
}

/** For browsers without a camera within pages. */
function FilePicker({ onPicked }: { onPicked: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css.actions}>
      <Button size="lg" icon={<Camera />} onClick={() => input.current?.click()}>
        Take picture
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture="user"
        aria-label="Take picture"
        tabIndex={-1}
        className={typography.hidden}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onPicked(file);
          target.value = "";
        }}
      />
    </div>
  );
}
