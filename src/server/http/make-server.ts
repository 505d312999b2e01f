import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import type { Env } from "../env.ts";
import { StartError } from "../start-error.ts";

// Only what has forward secrecy and authenticates what it encrypts. Node's own default also has older suites.
const CIPHERS = [
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_AES_128_GCM_SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
].join(":");

/** A server for HTTP; with TLS_KEY and TLS_CERT for HTTPS, on HTTP/2 and for older clients on HTTP/1.1. */
export function makeServer({ tls }: Pick<Env, "tls">, options: FastifyServerOptions): FastifyInstance {
  if (!tls) return Fastify(options);
  const [key, cert] = [read(tls.keyPath, "TLS_KEY"), read(tls.certificatePath, "TLS_CERT")];
  try {
    createSecureContext({ key, cert });
  } catch (cause) {
    throw new StartError("TLS_KEY and TLS_CERT are not a key in PEM and its certificate.", { cause });
  }
  // The requests and answers of both versions have the same form.
  return Fastify({
    ...options,
    http2: true,
    https: { allowHTTP1: true, key, cert, minVersion: "TLSv1.2", ciphers: CIPHERS, honorCipherOrder: true },
  } as object) as unknown as FastifyInstance;
}

function read(path: string, setting: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StartError(`${path} (${setting}) cannot be read.`, { cause });
  }
}
