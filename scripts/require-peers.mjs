// The programs that the portal is tried with, which are no npm packages.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { Stop } from "./run.mjs";

/** Each program with the package of Debian that has it. */
const PEERS = {
  buildah: "buildah",
  debootstrap: "debootstrap",
  nginx: "nginx",
  caddy: "caddy",
  pgbouncer: "pgbouncer",
  postfix: "postfix",
  promtool: "prometheus",
  "systemd-analyze": "systemd",
};
/** Debian installs programs of administrators here, which is not in everyone's PATH. */
const ADMIN = ["/usr/sbin", "/sbin"];

/** Throws a sentence that names each missing package. Adds the folders of administrators to PATH. */
export function requirePeers() {
  const folders = [...new Set([...(process.env.PATH ?? "").split(delimiter), ...ADMIN])];
  const missing = Object.keys(PEERS).filter(
    (name) => !folders.some((folder) => isProgram(join(folder, name))),
  );
  if (missing.length > 0) {
    const packages = missing.map((name) => PEERS[name]).join(" ");
    throw new Stop(`The portal cannot be tried with ${missing.join(", ")}: apt-get install ${packages}`);
  }
  process.env.PATH = folders.join(delimiter);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
