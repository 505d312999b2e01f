import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

/** A folder of a peer's own, which others may enter: peers run as their own users. Removed after the test. */
export async function peerFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "counterpart-peer-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(folder, 0o755);
  return folder;
}

/** Runs another program in the foreground until the test ends, and waits until `isReady`. */
export async function runPeer(
  command: string,
  args: string[],
  isReady: () => Promise<boolean>,
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const peer = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let printed = "";
  for (const stream of [peer.stdout, peer.stderr])
    stream.on("data", (part: Buffer) => {
      printed += part.toString();
    });
  const ended = new Promise((resolve) => peer.once("exit", resolve));
  onTestFinished(async () => {
    peer.kill("SIGTERM");
    await ended;
  });
  await expect
    .poll(async () => {
      if (peer.exitCode !== null) throw new Error(`${command} ended: ${printed}`);
      return isReady();
    })
    .toBe(true);
}

/** Whether an address answers, whatever it answers. */
export function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Whether a port takes connections, and greets with these first letters if they are given. */
export function isListening(port: number, greeting?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("error", () => end(false));
    if (greeting === undefined) socket.once("connect", () => end(true));
    else socket.once("data", (part) => end(part.toString().startsWith(greeting)));
  });
}
