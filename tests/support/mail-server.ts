import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type MailServer = { port: number; received: Email[]; close(): Promise<void> };

/** A real mail server on loopback that keeps what it receives. `refuse`: it takes no mail from anybody. */
export async function startMailServer({ port = 0, refuse = false } = {}): Promise<MailServer> {
  const received: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onData(stream, _session, done) {
      buffer(stream)
        .then(async (message) => {
          if (refuse) return done(new Error("451 Try again later"));
          received.push(await PostalMime.parse(message));
          done();
        })
        .catch(done);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  server.on("error", () => undefined);
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
