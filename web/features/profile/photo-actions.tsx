import { ArrowLeft, ArrowRight, Captions, Maximize2, Minimize2, Star } from "lucide-react";
import type { Photo } from "#contract/schemas.ts";
import type { MenuItem } from "#web/ui/menu.tsx";

interface PhotoActionHandlers {
  /** To a place, counted from 0. */
  onMove: (to: number) => void;
  onShow: (displayMode: Photo["displayMode"]) => void;
  onDescribe: () => void;
}

/** What a photo's menu offers: the main one is the first, and what would change nothing is left out. */
export function listPhotoActions(
  { displayMode, alt }: Pick<Photo, "displayMode" | "alt">,
  place: number,
  count: number,
  { onMove, onShow, onDescribe }: PhotoActionHandlers,
): MenuItem[] {
  const items: MenuItem[] = [];
  if (place > 0) {
    items.push({ label: "Make main photo", icon: <Star />, onSelect: () => onMove(0) });
    items.push({ label: "Move earlier", icon: <ArrowLeft />, onSelect: () => onMove(place - 1) });
  }
  if (place < count - 1) items.push({ label: "Move later", icon: <ArrowRight />, onSelect: () => onMove(place + 1) });
  items.push(
    displayMode === "cover"
      ? { label: "Show whole photo", icon: <Minimize2 />, onSelect: () => onShow("contain") }
      : { label: "Fill the frame", icon: <Maximize2 />, onSelect: () => onShow("cover") },
    { label: alt === "" ? "Add description" : "Edit description", icon: <Captions />, onSelect: onDescribe },
  );
  return items;
}
