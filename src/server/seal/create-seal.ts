import type { Logger } from "pino";
import type { Seal } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
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

/** The files are read for each seal, so that what an operator puts right holds at once. */
export function createSeal({ env, secret, companyName, clock, log }: Settings): Seal {
  const { sealFiles, timeStampAuthority } = env;
  const signerNow = async (): Promise<SealSigner> =>
    sealFiles ? suppliedSigner(sealFiles, clock()) : ownSigner(env.dataDir, secret, companyName(), clock());
  let loggedFault: string | null = null;
  /** Says once of each fault what is wrong, and that it is over. */
  function logFault(fault: string | null): void {
    if (fault === loggedFault) return;
    loggedFault = fault;
    if (fault === null) log.info("PDFs can be sealed again");
    else log.error(`PDFs of what people accept and sign wait, because they cannot be sealed. ${fault}`);
  }
  async function findSigner(): Promise<SealSigner> {
    try {
      return await signerNow();
    } catch (error) {
      const failure = error instanceof SealFailure ? error : new SealFailure(reasonOf(error));
      logFault(failure.message);
      throw failure;
    }
  }
  return {
    publicKeys: () => sealKeysOf(env, secret),
    async apply(pdf, record, description) {
      const toSeal = { pdf, record, description, signer: await findSigner(), at: clock() };
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
        // Half of the code of a portal, which its start need not wait for.
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
