import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "#tests/support/free-port.ts";
import { startPortal } from "#tests/support/portal.ts";
import { isListening, peerFolder, runPeer } from "#tests/support/run-peer.ts";

const run = promisify(execFile);
const TOKEN = "a-token-for-the-figures";
const ANONYMOUS = 65534;

/** A Postfix of its own that has one mailbox. */
async function startPostfix(mailbox: string): Promise<{ port: number; mails: string }> {
  const [folder, port] = [await peerFolder(), await freePort()];
  const mails = join(folder, "mails");
  for (const name of ["queue", "data", "mails"]) await mkdir(join(folder, name));
  await run("chown", [String(ANONYMOUS), mails]);
  await run("chown", ["postfix", join(folder, "data")]);
  await writeFile(join(folder, "mailboxes"), `${mailbox} inbox/\n`);
  await writeFile(
    join(folder, "main.cf"),
    `compatibility_level = 3.6
queue_directory = ${join(folder, "queue")}
data_directory = ${join(folder, "data")}
inet_interfaces = loopback-only
inet_protocols = ipv4
maillog_file = ${join(folder, "log")}
maillog_file_prefixes = ${folder}
mydestination =
virtual_mailbox_domains = ${mailbox.split("@")[1]}
virtual_mailbox_base = ${mails}
virtual_mailbox_maps = texthash:${join(folder, "mailboxes")}
virtual_uid_maps = static:${ANONYMOUS}
virtual_gid_maps = static:${ANONYMOUS}
`,
  );
  const services = await readFile("/etc/postfix/master.cf", "utf8");
  await writeFile(
    join(folder, "master.cf"),
    services
      .replace(/^smtp( +inet)/m, `127.0.0.1:${port}$1`)
      // No service has a chroot, which this folder is not made for.
      .replaceAll(/^(\S+ +(?:inet|unix|fifo|pass) +\S+ +\S+ +)y/gm, "$1n"),
  );
  await runPeer("postfix", ["-c", folder, "start-fg"], () => isListening(port, "220"));
  return { port, mails: join(mails, "inbox", "new") };
}

test("RUN-1 Postfix takes a mail with both its parts, and a mailbox that it does not have is refused at once", async () => {
  const { port, mails } = await startPostfix("staff@demo.test");
  const portal = await startPortal({ MAIL_URL: `smtp://127.0.0.1:${port}`, METRICS_TOKEN: TOKEN, DEMO: "1" });
  onTestFinished(() => portal.remove());
  for (const email of ["staff@demo.test", "reader@demo.test"]) {
    const asked = await fetch(`${portal.url}/api/auth/email-otp/request-password-reset`, {
      method: "POST",
      headers: { origin: portal.url, "content-type": "application/json" },
      body: JSON.stringify({ email }),
    });
    expect(asked.status).toBe(200);
  }
  await expect.poll(() => readdir(mails).catch(() => [])).toHaveLength(1);
  const [name = ""] = await readdir(mails);
  const mail = await readFile(join(mails, name), "utf8");
  expect(mail).toMatch(/^Delivered-To: staff@demo\.test$/m);
  expect(mail).toMatch(/^Content-Type: text\/plain/m);
  expect(mail).toMatch(/^Content-Type: text\/html/m);

  const figures = () =>
    fetch(`${portal.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } }).then((answer) =>
      answer.text(),
    );
  await expect.poll(figures).toContain('counterpart_mails_total{status="refused"} 1');
});
