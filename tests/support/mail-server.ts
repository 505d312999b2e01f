import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type MailServer = {
  port: number;
  /** The received mails, parsed. */
  received(): Promise<Email[]>;
  close(): Promise<void>;
};

/** A mail server on loopback that keeps received mails. `refuse`: it rejects every mail. */
export async function startMailServer({ port = 0, refuse = false } = {}): Promise<MailServer> {
  const messages: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.once("end", () => {
        if (!refuse) messages.push(Buffer.concat(parts));
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
    received: () => Promise.all(messages.map((message) => PostalMime.parse(message))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
