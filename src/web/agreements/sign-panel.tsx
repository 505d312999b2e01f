import { useLocation } from "react-router";
import { loginPath } from "#web/lib/return-address.ts";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { PersonForm } from "./person-form.tsx";
import type { Signed } from "./thank-you.tsx";
import type { SeenDocument } from "./use-seen-document.ts";
import { type Signer, useSigner } from "./use-signer.ts";
import { VisitorForm } from "./visitor-form.tsx";

export const SIGN_PANEL_ID = "sign";

type SignPanelProps = { seen: SeenDocument; onSigned: (signed: Signed) => void };

/** The panel beside the text, with the form for a person or for a visitor. */
export function SignPanel({ seen, onSigned }: SignPanelProps) {
  const signer = useSigner(seen.document.generalDocumentId);
  return (
    <section
      id={SIGN_PANEL_ID}
      aria-labelledby={`${SIGN_PANEL_ID}-heading`}
      className={
        "scroll-mt-4 rounded-[14px] border border-line bg-surface p-5 sm:max-lg:px-12 sm:max-lg:py-10 " +
        "lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:p-6"
      }
    >
      <h2 id={`${SIGN_PANEL_ID}-heading`} className="font-semibold font-text text-xl">
        Your signature
      </h2>
      <FormOf signer={signer} seen={seen} onSigned={onSigned} />
    </section>
  );
}

function FormOf({ signer, seen, onSigned }: SignPanelProps & { signer: Signer }) {
  const { pathname, search } = useLocation();
  if (signer.kind === "unknown") {
    return (
      <Loading label="Loading the form" className="mt-4">
        <Skeleton className="h-72 w-full" />
      </Loading>
    );
  }
  if (signer.kind === "failed") {
    return (
      <div className="mt-4">
        <FailedRead error={signer.error} onRetry={signer.retry}>
          We were unable to find out whether you are signed in.
        </FailedRead>
      </div>
    );
  }
  if (signer.kind === "person") {
    const { kind: _, ...person } = signer;
    return <PersonForm {...person} seen={seen} onSigned={onSigned} />;
  }
  return (
    <>
      {signer.isSignedIn ? null : (
        <p className="mt-1 text-ink-soft text-sm">
          Do you have an account? <TextLink to={loginPath(pathname + search)}>Sign in</TextLink> and come back
          here.
        </p>
      )}
      <VisitorForm seen={seen} onSigned={onSigned} />
    </>
  );
}
