import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";

export function PageBody({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      className={classNames("mx-auto w-full max-w-6xl px-4 pt-6 pb-16 sm:px-6 sm:pt-10", className)}
      {...rest}
    />
  );
}

type PageHeadingProps = {
  children: ReactNode;
  /** A small line above the heading, such as the parent's name. */
  eyebrow?: ReactNode;
  intro?: ReactNode;
  /** Content beside the heading, such as a badge. */
  aside?: ReactNode;
  actions?: ReactNode;
};

/** The only h1 of a screen. */
export function PageHeading({ children, eyebrow, intro, aside, actions }: PageHeadingProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {eyebrow ? <div className="mb-1 text-ink-faint text-sm [&_a]:hit-area">{eyebrow}</div> : null}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <h1
            dir="auto"
            className="wrap-anywhere text-balance font-semibold font-text text-2xl tracking-[-0.01em] sm:text-3xl"
          >
            {children}
          </h1>
          {aside}
        </div>
        {intro ? <p className="mt-1 max-w-[65ch] text-ink-soft">{intro}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
    </header>
  );
}

type ScreenProps = Omit<PageHeadingProps, "children"> & {
  /** Of the tab and of the heading. */
  title: string;
  children: ReactNode;
};

/** An ordinary screen. */
export function Screen({ title, children, ...heading }: ScreenProps) {
  usePageTitle(title);
  return (
    <PageBody>
      <PageHeading {...heading}>{title}</PageHeading>
      {children}
    </PageBody>
  );
}
