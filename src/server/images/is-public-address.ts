import { BlockList, isIPv4, isIPv6 } from "node:net";

/** The IPv4 ranges that are not public (IANA's special-purpose registry). */
const CLOSED_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Link-local, and the metadata service of clouds.
  ["169.254.0.0", 16],
  // Azure's metadata service.
  ["168.63.129.16", 32],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  // Name servers for private addresses (AS112) and multicast relays (AMT).
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.175.48.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved and broadcast.
  ["224.0.0.0", 3],
] as const;

/** The ranges within 2000::/3 that are not public: tunnels of IPv4, documentation, benchmarks, AS112. */
const CLOSED_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const;

const closed = new BlockList();
for (const [net, prefix] of CLOSED_V4) closed.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of CLOSED_V6) closed.addSubnet(net, prefix, "ipv6");

/** Global unicast. Loopback, link-local, private, multicast and IPv4-mapped addresses are outside. */
const open6 = new BlockList();
open6.addSubnet("2000::", 3, "ipv6");

/** Whether a text is a public IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return open6.check(address, "ipv6") && !closed.check(address, "ipv6");
}
