import { HttpTimestampAuthority, type TimestampAuthority, TimestampError } from "@libpdf/core";
import { ContentInfo, SignedData, TSTInfo } from "pkijs";

const WITHIN_MS = 3000;
const DATA = "1.2.840.113549.1.7.1";

/** The authority at an address (RFC 3161), which has three seconds and must stamp what it was asked to. */
export function timeStampBy(address: string): TimestampAuthority {
  const authority = new HttpTimestampAuthority(address, {
    timeout: WITHIN_MS,
    // The library's own limit ends with the headers of the answer.
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(WITHIN_MS) }),
  });
  return {
    async timestamp(digest, algorithm) {
      const token = await authority.timestamp(digest, algorithm);
      if (!(await isStampOf(token, digest)))
        throw new TimestampError("The time stamp is not of this document");
      return token;
    },
  };
}

/** Whether the authority has signed the token, and for this digest. Who the authority is, its address says. */
async function isStampOf(token: Uint8Array, digest: Uint8Array): Promise<boolean> {
  const signed = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(token)).content });
  const content = signed.encapContentInfo.eContent?.getValue();
  if (!content) return false;
  const { hashedMessage } = TSTInfo.fromBER(content).messageImprint;
  if (!Buffer.from(hashedMessage.getValue()).equals(digest)) return false;
  // Of a time stamp the library hashes the stamped text again, which is not here; of data it checks the signature alone.
  signed.encapContentInfo.eContentType = DATA;
  return signed.verify({ signer: 0 });
}
