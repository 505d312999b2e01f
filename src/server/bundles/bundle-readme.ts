import {
  BUNDLE_STATEMENT,
  BUNDLE_VERSION,
  type BundleFacts,
  type Proven,
  provenBy,
} from "#domain/evidence/bundle/bundle-format.ts";

const WORDS: Record<Proven["kind"], { title: string; did: string; mails: string }> = {
  acceptance: { title: "Evidence of an acceptance", did: "accepted", mails: "the acceptance" },
  signature: { title: "Evidence of a signature", did: "signed", mails: "the signature" },
};

/** The README.txt of a bundle, for somebody who has never seen the portal. */
export function bundleReadme(facts: BundleFacts, publicKey: string): string {
  const { company, portal, organization } = facts;
  const { kind, name, by, at } = provenBy(facts);
  const { title, did, mails } = WORDS[kind];
  const whom = organization === null ? "for nobody but themselves" : `for ${organization}`;
  return `${title}

${by.name} (${by.email}) ${did} "${name}"
${whom}, at ${at}, in the portal of ${company}.

To verify this bundle, open ${portal}/verify and choose the zip file.
The page sends nothing anywhere. You can save it and use it later, without the portal.
It also takes document.pdf alone.
With the portal's program:  npm run counterpart -- verify <this zip>

The format is "${BUNDLE_STATEMENT}", version ${BUNDLE_VERSION}. A verifier that knows only earlier versions says
so. Then use the page above, or the program of the portal that made this bundle.

What is in it
  document.pdf    The PDF of ${mails}. It is sealed, which PDF readers show by themselves.
  evidence.json   The part of ${company}'s record that proves it: every event of it, and of other
                  events in between only their SHA-256.
  manifest.json   Who ${did} what and when, and the SHA-256 of the files.
  signature.json  The portal's key (Ed25519) and its signature of manifest.json.

The portal's key: ${publicKey}
It is also in the line "evidence:..." that the PDF and the emails about ${mails} show, before the
last colon. If the keys are equal, the same portal made all of them.
`;
}
