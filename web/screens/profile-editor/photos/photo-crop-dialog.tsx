import { useState } from "react";
import type { Photo } from "#contract/schemas.ts";
import { CropForm, type CropFormProps } from "#web/screens/profile-editor/photos/photo-crop-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface Props extends Omit<CropFormProps, "photo"> {
  /** Undefined closes the dialog. */
  photo: Photo | undefined;
}

export function PhotoCropDialog({ photo, ...props }: Props) {
  // The photo stays rendered during the closing animation.
  const [last, setLast] = useState(photo);
  if (photo && photo !== last) setLast(photo);
  return (
    <Dialog
      open={photo !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title="Adjust crop"
      description="Drag the photo, or use the sliders."
      size="sm"
    >
      {last && <CropForm photo={last} {...props} />}
    </Dialog>
  );
}
