import type { ComponentProps } from "react";
import { classNames } from "#web/lib/class-names.ts";

/** The width and padding of an ordinary screen. */
export function PageBody({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      className={classNames("mx-auto w-full max-w-6xl px-4 pt-6 pb-16 sm:px-6 sm:pt-10", className)}
      {...rest}
    />
  );
}
