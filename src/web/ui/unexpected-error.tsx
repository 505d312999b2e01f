import type { ReactNode } from "react";
import { PATHS } from "#web/paths.ts";
import { ButtonLink } from "./button.tsx";
import { ProductLogo } from "./product-logo.tsx";

type UnexpectedErrorProps = { subtitle: string; text: ReactNode; children?: ReactNode };

/** A whole page for errors without a screen of their own. */
export function UnexpectedError({ subtitle, text, children }: UnexpectedErrorProps) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center px-4 py-16 sm:px-6">
      <ProductLogo className="mb-10" />
      <h1 className="font-semibold font-text text-3xl">Unexpected Application Error!</h1>
      <h2 className="mt-4 font-semibold text-xl">{subtitle}</h2>
      <p className="mt-2 text-ink-soft">{text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {children}
        <ButtonLink to={PATHS.home}>Return home</ButtonLink>
      </div>
    </div>
  );
}
