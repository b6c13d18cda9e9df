import { type PointerEvent, useRef, useState } from "react";
import type { Photo } from "#contract/schemas.ts";
import { Avatar } from "#web/domains/members/photos/avatar.tsx";
import { MemberPhoto } from "#web/domains/members/photos/photo.tsx";
import { dragFocus, getSlack } from "#web/screens/profile-editor/photos/photo-crop.ts";
import css from "#web/screens/profile-editor/photos/photo-crop-form.module.css";
import type { useChangePhoto } from "#web/screens/profile-editor/photos/photos.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldGroup } from "#web/ui/field-group.tsx";
import { Slider } from "#web/ui/slider.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

export interface CropFormProps {
  photo: Photo;
  username: string;
  onClose: () => void;
  change: ReturnType<typeof useChangePhoto>;
}

const AXES = [
  { axis: "x", name: "focusX", label: "Left to right" },
  { axis: "y", name: "focusY", label: "Top to bottom" },
] as const;

/** Loaded by `photo-crop-dialog.tsx`. */
export function CropForm({ photo, username, onClose, change }: CropFormProps) {
  const [focus, setFocus] = useState({ focusX: photo.focusX, focusY: photo.focusY });
  const slack = getSlack(photo);
  const dragProps = useFocusDrag(focus, slack, setFocus);
  // As others will see it: a chosen crop fills the frame.
  const shown: Photo = { ...photo, ...focus, displayMode: "cover" };
  const save = () =>
    change.mutate(
      { photoId: photo._id, body: { ...focus, displayMode: "cover" } },
      {
        onSuccess: () => {
          toast("Crop saved", "done");
          onClose();
        },
      },
    );
  return (
    <>
      <div className={css.views}>
        <div className={css.frame} {...dragProps}>
          <MemberPhoto photo={shown} username={username} sizes="240px" priority="auto" alt="How cards show the photo" />
        </div>
        <div className={css.round}>
          <Avatar
            member={{ username, profile: { photos: [shown] } }}
            size={88}
            alt="How lists and chats show the photo"
          />
          <span className={typography.small}>In lists and chats, as the main photo</span>
        </div>
      </div>
      {AXES.filter(({ axis }) => slack[axis] > 0).map(({ name, label }) => (
        <FieldGroup key={name} label={label}>
          <Slider
            values={[focus[name]]}
            labels={[label]}
            min={0}
            max={100}
            formatValue={(value) => `${value}%`}
            onChange={([value = focus[name]]) => setFocus({ ...focus, [name]: value })}
          />
        </FieldGroup>
      ))}
      <div className={css.actions}>
        <Button variant="line" size="lg" onClick={onClose}>
          Cancel
        </Button>
        <Button size="lg" busy={change.isPending ? "Saving..." : undefined} onClick={save}>
          Save
        </Button>
      </div>
    </>
  );
}

type Focus = Pick<Photo, "focusX" | "focusY">;

/** With a mouse, a pen or a finger. */
function useFocusDrag(focus: Focus, slack: ReturnType<typeof getSlack>, onMove: (focus: Focus) => void) {
  const start = useRef<{ readonly left: number; readonly top: number; readonly focus: Focus }>(undefined);
  const end = () => {
    start.current = undefined;
  };
  return {
    onPointerDown: ({ button, clientX, clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) => {
      if (button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      start.current = { left: clientX, top: clientY, focus };
    },
    onPointerMove: ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      if (!start.current) return;
      const { width, height } = currentTarget.getBoundingClientRect();
      const drag = { x: (clientX - start.current.left) / width, y: (clientY - start.current.top) / height };
      onMove(dragFocus(start.current.focus, drag, slack));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
