import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Integer, OctetString } from "asn1js";
import {
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";
import { SIGNS_DOCUMENTS, selfSigned } from "#server/seal/self-signed.ts";

const TST_INFO = "1.2.840.113549.1.9.16.1.4";
const SIGNED_DATA = "1.2.840.113549.1.7.2";

export type StampingMode = "stamps" | "stamps something else" | "never ends its answer" | "refuses";

export type TimeStampAuthority = {
  url: string;
  mode: StampingMode;
  close(): Promise<void>;
};

/** A time-stamp authority (RFC 3161) that behaves as a test says. */
export async function startTimeStampAuthority(): Promise<TimeStampAuthority> {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const [from, until] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  const pem = await selfSigned({ commonName: "Stamps", keys, from, until, extension: SIGNS_DOCUMENTS });
  const der = Buffer.from(pem.replaceAll(/-----.*-----|\s/g, ""), "base64");
  const pkcs8 = keys.privateKey.export({ type: "pkcs8", format: "der" });
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, curve, false, ["sign"]);
  const certificate = Certificate.fromBER(new Uint8Array(der));

  const server = createServer((request, response) => {
    const type = { "content-type": "application/timestamp-reply" };
    if (authority.mode === "refuses") response.writeHead(500).end();
    else if (authority.mode === "never ends its answer") response.writeHead(200, type).write("0");
    else
      void stamp(request, certificate, key, authority.mode === "stamps").then((answer) =>
        response.writeHead(200, type).end(answer),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const authority: TimeStampAuthority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    mode: "stamps",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return authority;
}

async function stamp(
  request: IncomingMessage,
  certificate: Certificate,
  key: CryptoKey,
  isRight: boolean,
): Promise<Buffer> {
  const asked = TimeStampReq.fromBER(new Uint8Array(await buffer(request))).messageImprint;
  const hashedMessage = isRight ? asked.hashedMessage : new OctetString({ valueHex: new ArrayBuffer(32) });
  const info = new TSTInfo({
    version: 1,
    policy: "1.3.6.1.4.1.99999.1",
    messageImprint: new MessageImprint({ hashAlgorithm: asked.hashAlgorithm, hashedMessage }),
    serialNumber: new Integer({ value: 1 }),
    genTime: new Date(),
  });
  const eContent = new OctetString({ valueHex: info.toSchema().toBER() });
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: TST_INFO, eContent }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
      }),
    ],
    certificates: [certificate],
  });
  await signed.sign(key, 0, "SHA-256");
  const token = new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) });
  const answer = new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token });
  return Buffer.from(answer.toSchema().toBER());
}
