import { useState } from "react";
import { explainFailure } from "#web/lib/call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";

const WORDS = {
  acceptance: { title: "Evidence of the acceptance", did: "accepted", back: "Back to the document" },
  signature: { title: "Evidence of the signature", did: "signed", back: "Back to the list" },
};

type EvidenceCardProps = {
  of: keyof typeof WORDS;
  /** What is proved. */
  name: string;
  /** The link to the bundle; null: there is none yet. */
  takeBundle: () => Promise<{ uri: string | null }>;
  /** Where to go back to. */
  back: string;
};

/** What the evidence of an acceptance or a signature is, with its download and the page that verifies it. */
export function EvidenceCard({ of, name, takeBundle, back }: EvidenceCardProps) {
  const words = WORDS[of];
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function download() {
    setIsBusy(true);
    setFailure(null);
    try {
      const { uri } = await takeBundle();
      if (uri === null) setFailure(`There is no evidence yet: the PDF of the ${of} is not made.`);
      else window.location.assign(uri);
    } catch (error) {
      setFailure(explainFailure(error));
    }
    setIsBusy(false);
  }

  return (
    <>
      <p dir="auto" className="mb-1 text-ink-soft wrap-anywhere">
        {name}
      </p>
      <h1 className="text-balance font-text font-semibold text-3xl">{words.title}</h1>
      <p className="mt-3 max-w-[60ch] text-pretty text-ink-soft text-lg">
        One zip file with the sealed PDF and the signed record of who {words.did} what, for whom and when.
        Whoever has the file can verify it without this portal, also years from now.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button tone="primary" disabled={isBusy} onClick={() => void download()}>
          Download evidence
        </Button>
        <ButtonLink to={back}>{words.back}</ButtonLink>
      </div>
      {failure === null ? null : (
        <Notice tone="error" title="The evidence was not downloaded" className="mt-5">
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
