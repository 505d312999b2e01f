import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyRequest,
  PasskeySetup,
} from "#domain/account/passkey.ts";

// A phone or laptop with a browser, for tests: makes and uses passkeys as WebAuthn level 3 says.

/** What a device or a page may do wrongly. */
export type Twist = {
  origin?: string;
  rpId?: string;
  /** False: the user did not show their face, finger or PIN. */
  isVerified?: boolean;
  /** The device's own count of its signatures; 0: the device does not count. */
  counter?: number;
  crossOrigin?: boolean;
  userHandle?: string;
  type?: "webauthn.get" | "webauthn.create";
  /** Signs with another key in place of the passkey, also what is said of a new one. */
  isForged?: boolean;
};

/** What a device reads of a setup. */
type Wanted = Pick<PasskeySetup, "challenge"> & { rp: { id: string }; user: { id: string } };

const PAGE = "http://localhost:4000";
const makeKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const [PRESENT, VERIFIED, HAS_KEY] = [1, 4, 64];

export class PasskeyDevice {
  readonly credentialId = randomBytes(32).toString("base64url");
  readonly #keys = makeKeys();
  #userHandle = "";
  #counter = 0;

  create(setup: Wanted, twist: Twist = {}): PasskeyAttestation {
    this.#userHandle = setup.user.id;
    const id = Buffer.from(this.credentialId, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const authData = Buffer.concat([
      authenticatorData(setup.rp.id, 0, HAS_KEY, twist),
      Buffer.alloc(16),
      length,
      id,
      coseKey(this.#keys.publicKey),
    ]);
    const client = clientData("webauthn.create", setup.challenge, twist);
    const attestation = cbor(
      new Map<string, Cbor>([
        ["fmt", twist.isForged ? "packed" : "none"],
        ["attStmt", twist.isForged ? vouchFor(authData, client) : new Map()],
        ["authData", authData],
      ]),
    );
    return this.#credential({
      clientDataJSON: client.toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  use(request: Pick<PasskeyRequest, "challenge" | "rpId">, twist: Twist = {}): PasskeyAssertion {
    this.#counter = twist.counter ?? this.#counter + 1;
    const authData = authenticatorData(request.rpId, this.#counter, 0, twist);
    const client = clientData("webauthn.get", request.challenge, twist);
    const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
    return this.#credential({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: sign(
        "sha256",
        signed,
        twist.isForged ? makeKeys().privateKey : this.#keys.privateKey,
      ).toString("base64url"),
      userHandle: twist.userHandle ?? this.#userHandle,
    });
  }

  #credential<Response>(response: Response) {
    return { id: this.credentialId, type: "public-key" as const, response };
  }
}

/** A statement about a new key that another key has signed. */
function vouchFor(authData: Buffer, client: Buffer): Map<string, Cbor> {
  const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
  return new Map<string, Cbor>([
    ["alg", -7],
    ["sig", sign("sha256", signed, makeKeys().privateKey)],
  ]);
}

function clientData(type: Twist["type"], challenge: string, twist: Twist): Buffer {
  const { origin = PAGE, crossOrigin = false } = twist;
  return Buffer.from(JSON.stringify({ type: twist.type ?? type, challenge, origin, crossOrigin }));
}

function authenticatorData(ownRpId: string, counter: number, more: number, twist: Twist): Buffer {
  const { rpId = ownRpId, isVerified = true } = twist;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const flags = PRESENT + (isVerified ? VERIFIED : 0) + more;
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
}

/** A P-256 key for ES256, as RFC 9053 writes it. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

type Cbor = number | string | Buffer | Map<number, Cbor> | Map<string, Cbor>;

/** The parts of RFC 8949 that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === "string") return Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([cborHead(5, value.size), ...entries]);
}

function cborHead(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type + length]);
  if (length < 256) return Buffer.from([type + 24, length]);
  return Buffer.from([type + 25, length >> 8, length & 255]);
}
