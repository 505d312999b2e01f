import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { KeyFiles } from "../env/read-env.ts";
import { describeReadError } from "../file-fault.ts";
import { NotReady } from "../jobs/job.ts";

/** Why no PDF can be sealed now, as a sentence for the operator. The job of the PDF waits until it can. */
export class SealFailure extends NotReady {
  override name = "SealFailure";
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The key and certificates that the operator supplies. Throws SealFailure if no valid seal can be made with them. */
export function suppliedSigner(paths: KeyFiles, now: Date) {
  const { keyPath, certificatePath } = paths;
  const privateKey = parse(keyPath, "SEAL_KEY", "a private key without a password", createPrivateKey);
  const certificates = parse(certificatePath, "SEAL_CERTIFICATE", "a certificate in PEM", (text) =>
    [...text.matchAll(CERTIFICATE)].map(([pem]) => new X509Certificate(pem)),
  );
  const [certificate] = certificates;
  if (!certificate)
    throw new SealFailure(`${certificatePath} (SEAL_CERTIFICATE) holds no certificate in PEM.`);
  requireFit(certificate, privateKey, now);
  return { privateKey, certificates };
}

function parse<Parsed>(path: string, setting: string, form: string, parsed: (text: string) => Parsed) {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new SealFailure(`${path} (${setting}) cannot be read: ${describeReadError(error)}.`);
  }
  try {
    return parsed(text);
  } catch {
    throw new SealFailure(`${path} (${setting}) is not ${form}.`);
  }
}

function requireFit(certificate: X509Certificate, key: KeyObject, now: Date): void {
  const { validFromDate, validToDate } = certificate;
  if (key.asymmetricKeyType !== "ec" && key.asymmetricKeyType !== "rsa")
    throw new SealFailure("The key of SEAL_KEY is neither an EC nor an RSA key.");
  if (!certificate.checkPrivateKey(key))
    throw new SealFailure("The certificate of SEAL_CERTIFICATE is not of the key of SEAL_KEY.");
  if (now < validFromDate)
    throw new SealFailure(
      `The certificate of SEAL_CERTIFICATE is not valid before ${validFromDate.toISOString()}.`,
    );
  if (now >= validToDate)
    throw new SealFailure(`The certificate of SEAL_CERTIFICATE expired at ${validToDate.toISOString()}.`);
}
