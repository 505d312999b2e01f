import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { IconButton } from "./button.tsx";
import { Modal } from "./modal.tsx";

const ROW =
  "wrap-anywhere flex min-h-12 w-full items-center rounded-md px-3 py-1.5 text-left text-lg transition-colors hover:bg-hover";

/** The navigation on narrow screens: one sheet with everything. */
export function MenuSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Modal
      aria-label="Menu"
      onClose={onClose}
      className="safe-bottom mr-0 ml-auto h-dvh max-h-none w-full max-w-sm flex-col overflow-y-auto overscroll-contain bg-raised p-3 text-ink shadow-float transition-[opacity,translate] duration-(--calm) ease-(--ease) open:flex backdrop:bg-scrim starting:translate-x-6 starting:opacity-0"
    >
      <div className="flex items-center justify-between pl-3">
        <h2 className="font-semibold">Menu</h2>
        <IconButton Icon={X} label="Close menu" onClick={onClose} />
      </div>
      {children}
    </Modal>
  );
}

type MenuRowLinkProps = { to: string; isHere: boolean; onFollow: () => void; children: ReactNode };

export function MenuRowLink({ to, isHere, onFollow, children }: MenuRowLinkProps) {
  return (
    <Link
      to={to}
      onClick={onFollow}
      aria-current={isHere ? "page" : undefined}
      className={classNames(ROW, isHere && "bg-brand-soft font-semibold text-brand")}
    >
      {children}
    </Link>
  );
}

/** A link to the other side of the portal, which is another page. */
export function MenuRowPageLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={ROW}>
      {children}
    </a>
  );
}

type MenuRowButtonProps = { disabled?: boolean; onClick: () => void; children: ReactNode };

export function MenuRowButton({ disabled, onClick, children }: MenuRowButtonProps) {
  return (
    <button type="button" className={ROW} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}
