import { type ReactNode, useEffect } from "react";
import { useAction } from "#web/lib/use-action.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { FailedRecord, FailedScreen } from "#web/ui/failed-screen.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";

// A link to a file works for 60 seconds and a new tab sends no token. The addresses of these screens can be opened,
// copied and visited later: they lead through sign-in, fetch a new link and redirect to the file.

/** For the call of such a screen: one that has redirected to its file requests nothing more. */
export const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false };

type ScreenProps = {
  /** The read of the record that has the file. */
  answer: { error: Error | undefined; mutate: () => Promise<unknown> };
  /** The noun and the id of the record, such as "document 12". */
  of: string;
  /** Why the record may be missing. */
  message: string;
  link: { to: string; label: string };
  /** Shown while there is no file. */
  none: { title: string; message: string };
  /** The main element, if the layout has none. */
  frame?: "main";
};

/** Redirects to a file. `uri` is undefined while it loads, and null if there is none. */
export function FileScreen({ uri, ...rest }: ScreenProps & { uri: string | null | undefined }) {
  usePageTitle("PDF");
  useEffect(() => {
    if (uri) window.location.replace(uri);
  }, [uri]);
  return (
    <Screen {...rest} what="PDF" isMissing={uri === null}>
      {uri ? <PageLoader /> : null}
    </Screen>
  );
}

const WORDS = {
  acceptance: { title: "Evidence of the acceptance", verb: "accepted", back: "Back to the document" },
  signature: { title: "Evidence of the signature", verb: "signed", back: "Back to the list" },
};

type Proved = {
  by: keyof typeof WORDS;
  /** The proved action. */
  name: string;
  /** The link to the bundle; null: there is none yet. */
  createBundleLink: () => Promise<{ uri: string | null }>;
  /** Where to go back to. */
  back: string;
};

/** Offers an evidence bundle. `proved` is undefined while it loads, and null if there is none. */
export function EvidenceScreen({ proved, ...rest }: ScreenProps & { proved: Proved | null | undefined }) {
  usePageTitle("Evidence");
  return (
    <Screen {...rest} what="Evidence" isMissing={proved === null}>
      {proved ? (
        <PageBody className={rest.frame && "sm:pt-16"}>
          <Bundle {...proved} />
        </PageBody>
      ) : null}
    </Screen>
  );
}

type FrameProps = ScreenProps & { what: "PDF" | "Evidence"; isMissing: boolean; children: ReactNode };

/** `children` is null until the file is known. */
function Screen({ answer, what, of, message, link, none, isMissing, frame: Frame, children }: FrameProps) {
  const lookedFor = `${what} of ${of}`;
  const Failed = Frame ? FailedScreen : FailedRecord;
  const shown = isMissing ? (
    <ErrorScreen lookedFor={lookedFor} link={link} {...none} />
  ) : (
    (children ??
    (answer.error ? (
      <Failed
        error={answer.error}
        lookedFor={lookedFor}
        title={`The ${what === "PDF" ? what : "evidence"} couldn't be opened`}
        message={message}
        onRetry={() => void answer.mutate()}
        link={link}
      />
    ) : null))
  );
  if (shown === null) return <PageLoader />;
  return Frame ? <Frame>{shown}</Frame> : shown;
}

/** What the evidence of an acceptance or a signature is, with its download and the page that verifies it. */
function Bundle({ by, name, createBundleLink, back }: Proved) {
  const words = WORDS[by];
  const { isBusy, failure, setFailure, run } = useAction();

  const download = () =>
    run(async () => {
      const { uri } = await createBundleLink();
      if (uri === null) setFailure(`There is no evidence yet: the PDF of the ${by} isn't made.`);
      else window.location.assign(uri);
    });

  return (
    <>
      <p dir="auto" className="mb-1 text-ink-soft wrap-anywhere">
        {name}
      </p>
      <h1 className="text-balance font-text font-semibold text-3xl">{words.title}</h1>
      <p className="mt-3 max-w-[60ch] text-pretty text-ink-soft text-lg">
        One zip file with the sealed PDF and the signed record of who {words.verb} what, for whom and when.
        Anyone with the file can verify it without this portal, even years from now.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button tone="primary" disabled={isBusy} onClick={() => void download()}>
          Download evidence
        </Button>
        <ButtonLink to={back}>{words.back}</ButtonLink>
      </div>
      {failure === null ? null : (
        <Notice tone="error" title="The evidence wasn't downloaded" className="mt-5">
          {failure}
        </Notice>
      )}
      <p className="mt-6 max-w-[60ch] text-ink-soft">
        To check such a file, open <ExternalLink href="/verify">the verifier</ExternalLink>. The file stays on
        your computer.
      </p>
    </>
  );
}
