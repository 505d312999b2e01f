import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { makeCertificate } from "./make-certificate.ts";

export type MailServer = {
  port: number;
  /** Whether each received mail came through TLS. */
  encrypted: boolean[];
  /** The number of each received mail in order, which a copy shares. */
  messageIds: string[];
  /** The received mails, parsed. */
  received(): Promise<Email[]>;
  close(): Promise<void>;
};

/**
 * A mail server on loopback that stores received mails. `refuse`: it rejects every mail. `unknown`: it has no mailbox
 * for these addresses. `offersTls`: it has a certificate of its own making.
 */
export async function startMailServer({
  port = 0,
  refuse = false,
  unknown = new Set<string>(),
  offersTls = false,
} = {}): Promise<MailServer> {
  const messages: Buffer[] = [];
  const encrypted: boolean[] = [];
  const messageIds: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? ["AUTH"] : ["STARTTLS", "AUTH"],
    ...(offersTls && (await makeCertificate(["mail.test"]))),
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(
        unknown.has(address)
          ? Object.assign(new Error("5.1.1 There is no such mailbox"), { responseCode: 550 })
          : null,
      );
    },
    onData(stream, session, done) {
      encrypted.push(session.secure);
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.once("end", () => {
        const message = Buffer.concat(parts);
        if (!refuse) {
          messages.push(message);
          messageIds.push(/^Message-ID: <(.+)@/im.exec(message.toString("latin1"))?.[1] ?? "");
        }
        done(refuse ? new Error("451 Try again later") : null);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  server.on("error", () => undefined);
  return {
    port: (server.server.address() as AddressInfo).port,
    encrypted,
    messageIds,
    received: () => Promise.all(messages.map((message) => PostalMime.parse(message))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
