import { Menu as MenuIcon } from "lucide-react";
import { type ComponentType, useState } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { confirmLeaving } from "#web/lib/routing/navigation-blockers.ts";
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

/** Asks first if something is typed and not saved. */
export async function signOutWithToast(): Promise<void> {
  if (!(await confirmLeaving())) return;
  try {
    await signOut();
  } catch (error) {
    console.error("Sign-out failed", error);
    showToast({
      tone: "error",
      title: "You're still signed in",
      text: "Please check your connection and try again.",
    });
  }
}

/** A link in the top bar, marked if it leads to the current screen. */
export function BarLink({ to, isHere, children }: { to: string; isHere: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={isHere ? "page" : undefined}
      className={classNames(
        "relative flex h-9 items-center rounded-md px-2.5 whitespace-nowrap transition-colors touch:h-11",
        isHere
          ? "font-semibold text-ink after:absolute after:inset-x-2.5 after:-bottom-3.5 after:h-0.5 after:rounded-full after:bg-brand touch:after:-bottom-2.5"
          : "text-ink-soft hover:bg-hover hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}
