import type { Logger } from "pino";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Seal, SealLevel } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { ownSigner } from "./own-signer.ts";
import { sealKeysOf } from "./seal-keys.ts";
import type { SealSigner } from "./seal-pdf.ts";
import { SealFailure, suppliedSigner } from "./supplied-signer.ts";

type Settings = {
  env: Pick<Env, "dataDir" | "sealFiles" | "timeStampAuthority">;
  secret: string;
  companyName: () => string;
  clock: () => Date;
  log: Logger;
};

/** The files are read for each seal, so that an operator's correction works without a restart. */
export function createSeal({ env, secret, companyName, clock, log }: Settings): Seal {
  const { sealFiles, timeStampAuthority } = env;
  let loggedFault: string | null = null;
  /** Logs each fault once, and its end. */
  function logFault(fault: string | null): void {
    if (fault === loggedFault) return;
    loggedFault = fault;
    if (fault === null) log.info("PDFs can be sealed again");
    else log.error(`PDFs of what people accept and sign wait, because they cannot be sealed. ${fault}`);
  }
  async function findSigner(): Promise<SealSigner> {
    try {
      if (sealFiles) return suppliedSigner(sealFiles, clock());
      return await ownSigner(env.dataDir, secret, companyName(), clock());
    } catch (error) {
      const failure = error instanceof SealFailure ? error : new SealFailure(reasonOf(error));
      logFault(failure.message);
      throw failure;
    }
  }
  return {
    publicKeys: () => sealKeysOf(env, secret),
    async apply(pdf, record, metadata) {
      const toSeal = { pdf, record, metadata, signer: await findSigner(), at: clock() };
      const sealWith = async (authority: string | null) => {
        const { sealPdf } = await import("./seal-pdf.ts");
        const sealed = await sealPdf({ ...toSeal, timeStampAuthority: authority });
        logFault(null);
        return sealed;
      };
      if (timeStampAuthority !== null)
        try {
          return { pdf: await sealWith(timeStampAuthority), level: "B-T" };
        } catch (error) {
          log.warn(error, "The time-stamp authority gave no time stamp; the PDF is sealed without one");
        }
      return { pdf: await sealWith(null), level: "B-B" };
    },
    async findFault() {
      try {
        const signer = await findSigner();
        // Half of the portal's code, for which its start need not wait.
        const { emptyPdf, sealPdf } = await import("./seal-pdf.ts");
        await sealPdf({ pdf: await emptyPdf(), record: "{}", signer, at: clock(), timeStampAuthority: null });
        logFault(null);
        return null;
      } catch (error) {
        const fault = reasonOf(error);
        logFault(fault);
        return fault;
      }
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The stored bytes of a sealed PDF. */
export type StoredSeal = { sha256: string; byteLength: number; seal: SealLevel };

/**
 * The record that a sealed PDF carries, as canonical JSON: what its pages show, the zone of its times, and the event of
 * the evidence with its position in the chain. Without salts, which would help to guess what the event seals.
 */
export function recordOf(event: EvidenceRow | undefined, shown: Record<string, string>, timeZone: string) {
  if (!event) return canonicalJson({ shown, timeZone, evidence: null });
  const { chain, position, kind, subjectId, at, facts, sealed, previousHead, head, publicKey, signature } =
    event;
  const proven = { chain, position, kind, subjectId, at: at.toISOString(), facts, sealed };
  const evidence = { event: proven, previousHead, head, publicKey, signature };
  return canonicalJson({ shown, timeZone, evidence });
}
