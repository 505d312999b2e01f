import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";

/** A screen has at most one primary button: its main action. */
type ButtonTone = "primary" | "secondary" | "quiet" | "danger";
type ButtonSize = "sm" | "md" | "lg";

const SHAPE =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium select-none " +
  "transition-[background-color,border-color,color,opacity,scale] active:not-disabled:scale-[0.98] " +
  "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 " +
  "[&_svg]:size-4 [&_svg]:shrink-0";

const TONES: Record<ButtonTone, string> = {
  primary: "bg-brand text-on-brand hover:not-disabled:bg-brand-strong",
  secondary:
    "border border-line-strong/60 bg-raised text-ink hover:not-disabled:border-line-strong hover:not-disabled:bg-hover",
  quiet: "text-ink-soft hover:not-disabled:bg-hover hover:not-disabled:text-ink",
  danger: "bg-red-ink text-surface hover:not-disabled:opacity-90",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "h-8 px-3 text-sm touch:h-11",
  md: "h-9 px-4 text-base touch:h-11",
  lg: "h-11 px-5 text-base touch:h-12",
};

const WRAPPING_SIZES: Record<ButtonSize, string> = {
  sm: "min-h-8 px-3 py-1 text-sm touch:min-h-11",
  md: "min-h-9 px-4 py-1.5 text-base touch:min-h-11",
  lg: "min-h-11 px-5 py-2 text-base touch:min-h-12",
};

/** `isWrapping`: a label with a name that people chose has as many lines as it needs. */
type Look = { tone?: ButtonTone; size?: ButtonSize; isWide?: boolean; isWrapping?: boolean };

export function buttonClass(
  { tone = "secondary", size = "md", isWide = false, isWrapping = false }: Look,
  className?: string,
): string {
  const shape = isWrapping
    ? `max-w-full wrap-anywhere ${WRAPPING_SIZES[size]}`
    : `whitespace-nowrap ${SIZES[size]}`;
  return classNames(SHAPE, TONES[tone], shape, isWide && "w-full", className);
}

type ButtonProps = ComponentProps<"button"> & Look & { isBusy?: boolean; icon?: ReactNode };

/** A busy button keeps its label and size, and cannot be pressed twice. */
export function Button({
  tone,
  size,
  isWide,
  isWrapping,
  isBusy = false,
  icon,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass({ tone, size, isWide, isWrapping }, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...rest}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button, for navigation only. */
export function ButtonLink({ tone, size, isWide, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={buttonClass({ tone, size, isWide }, className)} {...rest} />;
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & { label: string; Icon?: LucideIcon };

export const ICON_BUTTON_CLASS =
  "inline-flex size-9 touch:size-11 shrink-0 items-center justify-center rounded-md text-ink-soft transition-colors " +
  "hover:not-disabled:bg-hover hover:not-disabled:text-ink disabled:cursor-not-allowed disabled:opacity-45 " +
  "[&_svg]:size-[18px]";

/** A square button with an icon. Screen readers announce its label, and hovering shows it. */
export function IconButton({ label, Icon, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(ICON_BUTTON_CLASS, className)}
      {...rest}
    >
      {Icon ? <Icon aria-hidden="true" strokeWidth={1.5} /> : children}
    </button>
  );
}

export function Spinner() {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      aria-hidden="true"
      className="size-4 animate-spin motion-reduce:animate-none"
    >
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.75" />
      <path
        d="M14.25 8A6.25 6.25 0 0 0 8 1.75"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  );
}
