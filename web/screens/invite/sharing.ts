import { toast } from "#web/ui/toast.tsx";

/** The start page. The address is the same for everybody, so it names nobody. The frame cannot know it. */
export const invitationLink = (): string => (import.meta.env.SSR ? "" : `${location.origin}/?via=invite`);

const TEXT = "Train here? Meet people who do, too.";

export const canShare = (): boolean => "share" in navigator;

export const canSharePictures = (): boolean =>
  canShare() && (navigator.canShare?.({ files: [new File([""], "a.png", { type: "image/png" })] }) ?? false);

export async function share(url: string, picture?: File): Promise<void> {
  try {
    await navigator.share({ title: "Spotter", text: TEXT, url, ...(picture && { files: [picture] }) });
  } catch (error) {
    // The member has closed the sheet.
    if (error instanceof DOMException && error.name === "AbortError") return;
    toast("Your device did not share it. Please copy the link instead.", "error");
  }
}

export async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast("The link is copied.", "done");
  } catch {
    toast("Your browser did not let us copy. Please select the link and copy it.", "error");
  }
}

export function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
