import type { Manifest } from "#domain/evidence/bundle/bundle-format.ts";

/** The README.txt of a bundle, for somebody who has never seen the portal. */
export function bundleReadme(
  {
    company,
    portal,
    organization,
    document,
    acceptedBy,
    acceptedAt,
  }: Omit<Manifest, "statement" | "version" | "files">,
  publicKey: string,
): string {
  return `Evidence of an acceptance

${acceptedBy.name} (${acceptedBy.email}) accepted "${document.name}" (${document.externalId})
for ${organization}, at ${acceptedAt}, in the portal of ${company}.

To verify this bundle, open ${portal}/verify and choose the zip file.
The page sends nothing anywhere. You can save it and use it later, without the portal.
With the portal's program:  npm run counterpart -- verify <this zip>

What is in it
  document.pdf    The PDF of the acceptance. It is sealed, which PDF readers show by themselves.
  evidence.json   The part of ${company}'s record that proves it: every event of this document, and of
                  the events of other documents in between only their SHA-256.
  manifest.json   Who accepted what and when, and the SHA-256 of the files.
  signature.json  The portal's key (Ed25519) and its signature of manifest.json.

The portal's key: ${publicKey}
It is also in the line "evidence:..." that the PDF and the emails about the acceptance show, before the
last colon. If the keys are equal, the same portal made all of them.
`;
}
