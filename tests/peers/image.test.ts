import { execFile, spawn } from "node:child_process";
import { chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { printDraft } from "#contract/admin/drafts.ts";
import { freePort } from "#tests/support/free-port.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { ROOT } from "#tests/support/portal.ts";
import { peerFolder } from "#tests/support/run-peer.ts";

const exec = promisify(execFile);
const BASE = "localhost/counterpart-base";
const BUILD = "localhost/counterpart-build";
const CERTIFICATES = "/etc/ssl/certs";
/** The user of the image. */
const USER = 10001;
const DRAFT = "doc-1044";

/** Builds images in a folder of its own, as root and without a network of their own. */
async function createBuilder() {
  const folder = await peerFolder();
  const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  const buildah = async (...args: string[]) =>
    (await exec("buildah", [...storage, ...args], { maxBuffer: 1e9 })).stdout.trim();
  onTestFinished(async () => {
    await buildah("rm", "--all");
    await buildah("rmi", "--all", "--force");
  });
  return { folder, buildah };
}

type Builder = Awaited<ReturnType<typeof createBuilder>>;

/** A bare Debian of its packages, and the same with the Node and npm of this machine. */
async function makeBaseImages({ folder, buildah }: Builder): Promise<void> {
  const { stdout } = await exec("apt-get", ["indextargets", "--format", "$(REPO_URI)"]);
  const mirror = stdout.split("\n").find((address) => address.endsWith("/debian/")) ?? "";
  await exec("debootstrap", ["--variant=minbase", "bookworm", join(folder, "debian"), mirror], {
    maxBuffer: 1e9,
  });
  const base = await buildah("from", "scratch");
  await buildah("add", base, join(folder, "debian"), "/");
  await buildah("commit", base, BASE);
  await rm(join(folder, "debian"), { recursive: true });

  const build = await buildah("from", BASE);
  const npm = dirname(dirname((await exec("readlink", ["-f", await pathOf("npm")])).stdout.trim()));
  await buildah("add", build, npm, "/usr/lib/node_modules/npm");
  await buildah("add", build, process.execPath, "/usr/bin/node");
  const link = "ln -s /usr/lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm";
  await buildah("run", "--isolation", "chroot", build, "--", "sh", "-c", link);
  const trust = `NODE_EXTRA_CA_CERTS=${join(CERTIFICATES, "ca-certificates.crt")}`;
  await buildah("config", "--env", trust, build);
  await buildah("commit", build, BUILD);
}

async function pathOf(program: string): Promise<string> {
  return (await exec("sh", ["-c", `command -v ${program}`])).stdout.trim();
}

/** Builds the image as its readers do, with the registry and the certificates of this machine. */
async function buildImage({ folder, buildah }: Builder): Promise<void> {
  const settings = join(folder, "npmrc");
  await writeFile(settings, await readFile(join(homedir(), ".npmrc"), "utf8").catch(() => ""));
  const volumes = [`${settings}:/root/.npmrc:ro`, `${CERTIFICATES}:${CERTIFICATES}:ro`];
  const images = ["--build-arg", `BASE=${BASE}`, "--build-arg", `BUILD=${BUILD}`];
  const reads = volumes.flatMap((one) => ["--volume", one]);
  const options = ["--format", "docker", "--isolation", "chroot", "--tag", "counterpart"];
  await buildah("bud", ...options, ...images, ...reads, "--file", join(ROOT, "Containerfile"), ROOT);
}

/**
 * Runs the image's program as compose.yaml does: its user, no right of root, and a root that it cannot write to. The root
 * is a mount of its own, as in a container: Linux gives a process in a chroot no namespace for Chromium's sandbox.
 */
async function runImage({ folder, buildah }: Builder, variables: Record<string, string>) {
  const container = await buildah("from", "counterpart");
  const image = await buildah("mount", container);
  const [root, data] = [join(folder, "root"), join(folder, "data")];
  for (const one of [root, data]) await mkdir(one);
  await chown(data, USER, USER);
  const { Docker } = JSON.parse(await buildah("inspect", container));
  const own: string[] = Docker.config.Env;
  const given = [...own, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
  const script = `
    mount --make-rprivate / && mount --bind ${image} ${root} && mount -o remount,ro,bind ${root}
    mount --bind ${data} ${root}/data && mount -t tmpfs tmpfs ${root}/tmp && mount -t proc proc ${root}/proc
    mount --rbind /dev ${root}/dev
    cd ${root} && pivot_root . . && umount -l .
    exec setpriv --no-new-privs --bounding-set=-all --reuid=${USER} --regid=${USER} --clear-groups \\
      env -i ${given.map((one) => `'${one}'`).join(" ")} ${Docker.config.Entrypoint.join(" ")}`;
  const portal = spawn("unshare", ["--mount", "sh", "-ec", script], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [portal.stdout, portal.stderr])
    stream.on("data", (part: Buffer) => {
      output += part.toString();
    });
  const ended = new Promise<number | null>((resolve) => portal.once("exit", resolve));
  onTestFinished(async () => {
    portal.kill("SIGKILL");
    await ended;
  });
  return { portal, ended, config: Docker.config, output: () => output };
}

test("RUN-1 the image is built, runs without rights on a root that it cannot write to, prints, and ends on SIGTERM", async () => {
  const builder = await createBuilder();
  await makeBaseImages(builder);
  await buildImage(builder);
  const url = `http://127.0.0.1:${await freePort()}`;
  const { portal, ended, config, output } = await runImage(builder, {
    PORT: new URL(url).port,
    HOST: "127.0.0.1",
    PUBLIC_URL: url,
    DEMO: "1",
  });
  expect(config).toMatchObject({
    User: `${USER}:${USER}`,
    StopSignal: "SIGTERM",
    Env: expect.arrayContaining([expect.stringMatching(/^PATH=\/opt\/counterpart\/bin:.*:\/bin$/)]),
    Healthcheck: { Test: ["CMD", "/opt/counterpart/bin/ready"] },
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { message: output() }).toBe(true);
  const company = createPersonClient(url, "editor@demo.test");
  const { pdf } = await company.request(printDraft, { params: { id: DRAFT } });
  expect(Buffer.from(pdf, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  expect(output()).not.toMatch(/"level":[45]0/);
  portal.kill("SIGTERM");
  expect(await ended).toBe(0);
});
