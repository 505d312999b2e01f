import { signOut } from "#web/lib/session.ts";
import { showToast } from "./toasts.tsx";

/** Signs out from a menu and shows a failure. */
export async function signOutWithToast(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    console.error("Sign-out failed", error);
    showToast({
      tone: "error",
      title: "You are still signed in",
      text: "Please check your connection and try again.",
    });
  }
}
