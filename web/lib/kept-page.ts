/**
 * The browser may keep a page for Back while its session ends elsewhere. Such a page is loaded again, and nothing of the
 * member is shown meanwhile.
 */
export function renewKeptPage(): void {
  let token: string | null;
  addEventListener("pagehide", () => {
    token = localStorage.getItem("token");
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || localStorage.getItem("token") === token) return;
    document.documentElement.hidden = true;
    location.reload();
  });
}
