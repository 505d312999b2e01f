import { readFileSync } from "node:fs";
import { constants, type ServerHttp2Stream } from "node:http2";
import { createSecureContext } from "node:tls";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import type { Env, KeyFiles } from "../env/read-env.ts";
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

/** How often Node looks for requests that have not arrived in time; its own half minute would double that time. */
const TIMEOUT_CHECK_MS = 1000;

type Options = FastifyServerOptions & { requestTimeout: number };

/** The key and its certificate. Throws StartError unless they belong together. */
export function readKey({ keyPath, certificatePath }: KeyFiles): { key: Buffer; cert: Buffer } {
  const [key, cert] = [read(keyPath, "TLS_KEY"), read(certificatePath, "TLS_CERT")];
  try {
    createSecureContext({ key, cert });
  } catch (cause) {
    throw new StartError("TLS_KEY and TLS_CERT aren't a key in PEM and its certificate.", { cause });
  }
  return { key, cert };
}

/** Serves HTTP, or with a key HTTPS on HTTP/2 and HTTP/1.1. Requests must arrive within `requestTimeout`. */
export function makeServer({ tls }: Pick<Env, "tls">, options: Options): FastifyInstance {
  const { requestTimeout } = options;
  const timeouts = {
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  };
  if (!tls) return Fastify({ ...options, http: timeouts });
  const { key, cert } = readKey(tls);
  // The requests and answers of both versions have the same form.
  const secured = { key, cert, minVersion: "TLSv1.2", ciphers: CIPHERS, honorCipherOrder: true };
  const app = Fastify({
    ...options,
    http2: true,
    https: { allowHTTP1: true, ...timeouts, ...secured },
  } as object) as unknown as FastifyInstance;
  app.server.on("stream", (stream: ServerHttp2Stream) => endInTime(stream, requestTimeout));
  return app;
}

/** Node has no such limit for HTTP/2. */
function endInTime(stream: ServerHttp2Stream, requestTimeout: number): void {
  if (stream.endAfterHeaders) return;
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), requestTimeout);
  for (const event of ["end", "close"]) stream.once(event, () => clearTimeout(timer));
}

function read(path: string, setting: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StartError(`${path} (${setting}) can't be read.`, { cause });
  }
}
