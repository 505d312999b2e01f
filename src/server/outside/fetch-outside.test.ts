import { afterAll, beforeAll, expect, test } from "vitest";
import { type OutsideWorld, openOutsideWorld } from "#tests/support/outside-world.ts";
import { createOutside, OUTSIDE_LIMITS } from "./fetch-outside.ts";
import { isPublicAddress, OutsideError } from "./guarded-request.ts";

let world: OutsideWorld;
beforeAll(async () => {
  world = await openOutsideWorld();
});
afterAll(() => world.close());

const BYTES = Buffer.from("the bytes of an image");
const LIMITS = { ...OUTSIDE_LIMITS, bytes: 100_000, milliseconds: 1000 };
const here = () => createOutside(world.network, LIMITS);

/** The error of a failed fetch. */
async function failureOf(fetched: Promise<unknown>): Promise<OutsideError> {
  const error = await fetched.then(
    () => new Error("It did not fail."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutsideError)) throw error;
  return error;
}

/** A network in which a name resolves to these addresses, judged by the real rules. */
function standsFor(addresses: string[]) {
  return createOutside({ resolve: async () => addresses, mayConnect: isPublicAddress }, LIMITS);
}

test("BLOCK-19 a file is fetched by its https address, and nothing of us is told", async () => {
  const address = world.serve("/cup.png?size=2", BYTES);
  expect(Buffer.from(await here().fetch(address))).toEqual(BYTES);
  const { headers } = world.asked.at(-1) ?? {};
  expect(Object.keys(headers ?? {}).toSorted()).toEqual(["accept", "accept-encoding", "connection", "host"]);
});

test.each([
  "http://images.test/cup.png",
  "ftp://images.test/cup.png",
  "file:///etc/passwd",
  "data:image/png;base64,AA",
  "https://user:secret@images.test/cup.png",
  "not an address",
])("BLOCK-19 %s is not asked for", async (address) => {
  const before = world.asked.length;
  expect((await failureOf(here().fetch(address))).isFinal).toBe(true);
  expect(world.asked).toHaveLength(before);
});

test.each([
  "https://127.0.0.1/",
  "https://127.1/",
  "https://0x7f000001/",
  "https://2130706433/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[fe80::1]/",
  "https://169.254.169.254/latest/meta-data/",
  "https://10.0.0.1/",
  "https://localhost/",
  "https://0.0.0.0/",
  "https://224.0.0.1/",
])("BLOCK-19 on the internet's terms %s is refused before anything is sent", async (address) => {
  const error = await failureOf(createOutside(undefined, LIMITS).fetch(address));
  expect(error).toMatchObject({ isFinal: true, message: "Its host isn't on the open internet." });
});

test.each([[["127.0.0.1"]], [["::ffff:127.0.0.1"]], [["8.8.8.8", "10.0.0.1"]]])(
  "BLOCK-19 a name that stands for %j is refused",
  async (addresses) => {
    const error = await failureOf(standsFor(addresses).fetch("https://images.test/cup.png"));
    expect(error).toMatchObject({ isFinal: true, message: "Its host isn't on the open internet." });
  },
);

test("BLOCK-19 what is judged is the address that is really connected to", async () => {
  const answers = [true, false];
  const mayConnect = () => answers.shift() ?? false;
  const before = world.asked.length;
  const error = await failureOf(
    createOutside({ ...world.network, mayConnect }, LIMITS).fetch(world.serve("/again.png", BYTES)),
  );
  expect(error).toMatchObject({ isFinal: true, message: "Its host isn't on the open internet." });
  expect(world.asked).toHaveLength(before);
});

test("BLOCK-19 a name is looked up once, so that it cannot stand for something else a moment later", async () => {
  let looks = 0;
  const resolve = async () => {
    looks += 1;
    return ["127.0.0.1"];
  };
  await createOutside({ ...world.network, resolve }, LIMITS).fetch(world.serve("/once.png", BYTES));
  expect(looks).toBe(1);
});

test("BLOCK-19 a redirect is followed, three at most, each judged like the first", async () => {
  const end = world.serve("/end.png", BYTES);
  world.answer("/r3", (response) => response.writeHead(302, { location: end }).end());
  world.answer("/r2", (response) => response.writeHead(307, { location: "/r3" }).end());
  world.answer("/r1", (response) => response.writeHead(301, { location: "/r2" }).end());
  world.answer("/r0", (response) => response.writeHead(301, { location: "/r1" }).end());
  expect(Buffer.from(await here().fetch(world.address("/r1")))).toEqual(BYTES);
  expect(await failureOf(here().fetch(world.address("/r0")))).toMatchObject({ isFinal: true });
});

test.each([
  "https://169.254.169.254/latest",
  "https://[::ffff:10.0.0.1]/",
  "http://images.test/a",
  "file:///etc/passwd",
])("BLOCK-19 a redirect to %s is refused", async (location) => {
  world.answer("/away", (response) => response.writeHead(302, { location }).end());
  expect(await failureOf(here().fetch(world.address("/away")))).toMatchObject({ isFinal: true });
});

test("BLOCK-19 a redirect to a name of a private address is refused", async () => {
  world.answer("/inward", (response) => response.writeHead(302, { location: "https://inside.test/" }).end());
  const resolve = async (name: string) => [name === "inside.test" ? "192.168.0.1" : "127.0.0.1"];
  const error = await failureOf(
    createOutside({ ...world.network, resolve }, LIMITS).fetch(world.address("/inward")),
  );
  expect(error).toMatchObject({ isFinal: true, message: "Its host isn't on the open internet." });
});

test.each([
  ["announced", { "content-length": String(LIMITS.bytes + 1) }],
  ["unannounced", {}],
])("BLOCK-19 more than the limit is not read, %s", async (_how, headers: Record<string, string>) => {
  world.answer("/large", (response) => {
    response.on("error", () => undefined);
    response.writeHead(200, headers).end(Buffer.alloc(LIMITS.bytes + 1));
  });
  expect(await failureOf(here().fetch(world.address("/large")))).toMatchObject({ isFinal: true });
});

test("BLOCK-19 what is packed, and could unpack to anything, is refused", async () => {
  world.answer("/packed", (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(BYTES));
  expect(await failureOf(here().fetch(world.address("/packed")))).toMatchObject({ isFinal: true });
});

test.each([
  ["never answers", () => undefined],
  ["never ends", (response: { write(text: string): boolean }) => void response.write("a")],
])("BLOCK-19 a host that %s is left after the time limit, for another try", async (_what, answer) => {
  world.answer("/slow", answer);
  expect(await failureOf(here().fetch(world.address("/slow")))).toMatchObject({ isFinal: false });
});

test.each([
  [404, true],
  [410, true],
  [403, true],
  [204, true],
  [429, false],
  [500, false],
  [503, false],
])("BLOCK-19 after the status %i another try is no use: %s", async (status, isFinal) => {
  world.answer("/status", (response) => response.writeHead(status).end());
  expect(await failureOf(here().fetch(world.address("/status")))).toMatchObject({ isFinal });
});

test("BLOCK-19 a certificate of someone else is not taken", async () => {
  const { resolve, mayConnect } = world.network;
  const before = world.asked.length;
  const strict = createOutside({ resolve, mayConnect }, LIMITS);
  expect(await failureOf(strict.fetch(world.serve("/cup.png", BYTES)))).toMatchObject({ isFinal: false });
  expect(world.asked).toHaveLength(before);
});

test("BLOCK-19 a name without an address is asked for nowhere, and tried again later", async () => {
  const failure = await failureOf(standsFor([]).fetch("https://images.test/cup.png"));
  expect(failure).toMatchObject({ message: "Its host has no address.", isFinal: false });
});

test("BLOCK-19 a file that says that it is too large is not waited for", async () => {
  const path = "/endless.png";
  world.answer(path, (response) => response.writeHead(200, { "content-length": "100001" }).write("a"));
  const failure = await failureOf(here().fetch(world.address(path)));
  expect(failure).toMatchObject({ message: expect.stringContaining("larger than"), isFinal: true });
});

test.each([
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.9.9.9",
  "169.254.0.1",
  "169.254.169.254",
  "168.63.129.16",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.7",
  "192.31.196.1",
  "192.52.193.1",
  "192.175.48.1",
  "192.175.48.255",
  "2620:4f:8000::1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "::ffff:8.8.8.8",
  "::127.0.0.1",
  "::7f00:1",
  "0:0:0:0:0:ffff:0a00:0001",
  "::ffff:0:127.0.0.1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "fc00::1",
  "fd00:ec2::254",
  "fd12:3456::1",
  "ff02::1",
  "ff0e::1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "",
  "localhost",
  "127.1",
  "0x7f000001",
  "2130706433",
  "8.8.8.8:443",
  "[::1]",
  "2606:4700::1%lo",
])("BLOCK-19 nothing is fetched from %j", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "8.8.8.8",
  "1.1.1.1",
  "93.184.215.14",
  "100.63.255.255",
  "100.128.0.1",
  "126.255.255.255",
  "128.0.0.1",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "198.17.1.1",
  "223.255.255.254",
  "2606:4700:4700::1111",
  "2a00:1450:4001:81b::200e",
  "2001:4860:4860::8888",
  "192.31.195.255",
  "192.52.194.0",
  "192.175.49.0",
  "2620:4f:8001::1",
])("BLOCK-19 an image may come from %s", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
