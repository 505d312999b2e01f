import { Menu as MenuIcon } from "lucide-react";
import { type ComponentType, useState } from "react";
import { signOut } from "#web/lib/session.ts";
import { showToast } from "./toasts.tsx";
import { useFetchedPart } from "./use-fetched-part.ts";

/** The button of the navigation on narrow screens. The sheet's code is loaded on the first hover, focus or press. */
export function MenuButton<SheetProps extends object>(props: {
  load: () => Promise<ComponentType<SheetProps & { onClose: () => void }>>;
  sheetProps: SheetProps;
}) {
  const { part: Sheet, opener, open } = useFetchedPart(props.load, "menu");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        {...opener}
        onClick={() => void open().then(setIsOpen)}
        className="-mr-2 flex size-11 items-center justify-center rounded-md text-ink hover:bg-hover"
      >
        <MenuIcon aria-hidden="true" strokeWidth={1.5} className="size-6" />
      </button>
      {isOpen && Sheet ? <Sheet {...props.sheetProps} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

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
