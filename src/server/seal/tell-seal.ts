import type { Deps } from "../deps.ts";

/** Says at the start if no PDF can be sealed. The portal starts all the same: what people accept waits for its PDF. */
export async function tellSeal({ seal, log }: Pick<Deps, "seal" | "log">): Promise<void> {
  const fault = await seal.findFault();
  if (fault === null) return;
  log.error(`PDFs of what people accept and sign wait, because they cannot be sealed. ${fault}`);
}
