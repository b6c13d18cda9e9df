import { ArrowLeft, ArrowRight, Captions, Crop, Maximize2, Minimize2, Star } from "lucide-react";
import type { Photo } from "#contract/schemas.ts";
import type { MenuItem } from "#web/ui/menu.tsx";

interface PhotoActionHandlers {
  /** Moves to a zero-based position. */
  onMove: (to: number) => void;
  onShow: (displayMode: Photo["displayMode"]) => void;
  onCrop: () => void;
  onDescribe: () => void;
}

/** Menu items of a photo. The first photo is the main one. Actions without an effect are left out. */
export function listPhotoActions(
  { displayMode, alt }: Pick<Photo, "displayMode" | "alt">,
  index: number,
  count: number,
  { onMove, onShow, onCrop, onDescribe }: PhotoActionHandlers,
): MenuItem[] {
  const items: MenuItem[] = [];
  if (index > 0) {
    items.push({ label: "Make main photo", icon: <Star />, onSelect: () => onMove(0) });
    items.push({ label: "Move earlier", icon: <ArrowLeft />, onSelect: () => onMove(index - 1) });
  }
  if (index < count - 1) items.push({ label: "Move later", icon: <ArrowRight />, onSelect: () => onMove(index + 1) });
  items.push(
    displayMode === "cover"
      ? { label: "Show whole photo", icon: <Minimize2 />, onSelect: () => onShow("contain") }
      : { label: "Fill the frame", icon: <Maximize2 />, onSelect: () => onShow("cover") },
    { label: "Adjust crop", icon: <Crop />, onSelect: onCrop },
    { label: alt === "" ? "Add description" : "Edit description", icon: <Captions />, onSelect: onDescribe },
  );
  return items;
}
