import sharp from "sharp";

/** Encodes a JPEG of one color. */
export const makeJpeg = (width = 1600, height = 1200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 120, b: 90 } } })
    .jpeg()
    .toBuffer();

/** The form that sends a picture to a match. */
export function imageForm(picture: Buffer, receiverId: string, clientId?: string): FormData {
  const form = new FormData();
  form.append("receiverId", receiverId);
  if (clientId !== undefined) form.append("clientId", clientId);
  form.append("image", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "picture.jpg");
  return form;
}

/** The form that adds a photo to one's profile. */
export function photoForm(picture: Buffer): FormData {
  const form = new FormData();
  form.append("photos", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "photo.jpg");
  return form;
}
