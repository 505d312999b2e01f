import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { API_BASE } from "#contract/call.ts";
import { AppError } from "../app-error.ts";
import { receiveBounces } from "../bounces/receive-bounces.ts";
import { serveBundles } from "../bundles/serve-bundle.ts";
import { serveVerifier } from "../bundles/serve-verifier.ts";
import type { Deps } from "../deps.ts";
import { serveFiles } from "../files/serve-file.ts";
import { serveHealth } from "../health/serve-health.ts";
import { refuseUndeclaredRoutes } from "../http/declared-routes.ts";
import { drainWhenClosing, type Shutdown } from "../http/drain-when-closing.ts";
import { answerError, toBody } from "../http/errors.ts";
import { limitWork } from "../http/limit-work.ts";
import { lingerBeforeClosing } from "../http/linger.ts";
import { makeServer } from "../http/make-server.ts";
import { mountRoutes } from "../http/mount.ts";
import { describeApi } from "../http/openapi.ts";
import { logWrongProxies, refuseTwoHosts } from "../http/proxy-headers.ts";
import { ANONYMOUS_BODY_BYTES, readBodies } from "../http/read-bodies.ts";
import { sendSecurityHeaders } from "../http/security-headers.ts";
import { answerUnread, readBeforeAnswer } from "../http/unread-request.ts";
import { knownDevice } from "../identity/known-devices.ts";
import { confirmRecently } from "../identity/prove-self.ts";
import { type SignInDeps, serveSignIn } from "../identity/serve-sign-in.ts";
import { receiveUploads } from "../images/receive-upload.ts";
import { serveImages } from "../images/serve-images.ts";
import { serveImportProgress } from "../imports/report-progress.ts";
import { serveLive } from "../live/stream.ts";
import { servePersonalData } from "../people/export-person.ts";
import { servePublicView } from "../public-view/serve-view.ts";
import { MAX_PARAMETER_LENGTH, readableViewAddress } from "../public-view/view-address.ts";
import { serveWeb } from "../screens/serve-web.ts";
import { receiveLogouts } from "../single-sign-on/receive-logout.ts";
import { serveIssuerSignIn } from "../single-sign-on/serve-issuer-sign-in.ts";
import { findMailPreview, ROUTES } from "./nouns.ts";

/** A whole request must arrive within this time. */
const REQUEST_TIMEOUT_MS = 30_000;

/** The portal's HTTP server. `webFolder`: the built browser part; null serves only the API. */
export async function createApp(
  deps: Deps & SignInDeps,
  webFolder: string | null,
  shutdown: Shutdown = { hasBegun: false },
): Promise<FastifyInstance> {
  const app = makeServer(deps.env, {
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: ANONYMOUS_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A request that has reached a stopping server is answered.
    return503OnClosing: false,
    frameworkErrors: answerError,
    trustProxy: (_address, hop) => hop < deps.env.trustedProxies,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = "/" }) => readableViewAddress(url),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    clientErrorHandler: answerUnread,
  });
  app.setValidatorCompiler(validatorCompiler);
  // Types and tests ensure that answers match the contract, so this only writes JSON.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    const failure = new AppError("not-found", `There is no ${request.method} ${request.url.split("?")[0]}.`);
    void reply.status(404).send(toBody(failure));
  });

  refuseUndeclaredRoutes(app);
  drainWhenClosing(app, shutdown);
  readBeforeAnswer(app);
  lingerBeforeClosing(app);
  refuseTwoHosts(app);
  logWrongProxies(app, deps);
  sendSecurityHeaders(app, deps.env.publicUrl.startsWith("https:"));
  readBodies(app);
  limitWork(app, {
    clock: deps.clock,
    knownBrowser: (headers) => knownDevice(deps.secrets, headers, deps.env.publicUrl.startsWith("https:")),
  });
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    brotliOptions: { params: { 1: 4 } },
  });
  await describeApi(app, deps.settings.now().productName);
  serveHealth(app, deps, shutdown);
  await serveFeatures(app, deps, webFolder);
  return app;
}

/** The calls of the contract, and what is no call: sign-ins, files, streams and pages. */
async function serveFeatures(
  app: FastifyInstance,
  deps: Deps & SignInDeps,
  webFolder: string | null,
): Promise<void> {
  mountRoutes(app, deps, ROUTES, confirmRecently);
  await serveSignIn(app, deps);
  await serveIssuerSignIn(app, deps);
  await receiveLogouts(app, deps);
  await serveFiles(app, deps);
  await receiveBounces(app, deps);
  serveBundles(app, deps);
  servePersonalData(app, deps);
  await serveImages(app, deps);
  await receiveUploads(app, deps);
  await serveLive(app, deps);
  serveImportProgress(app, deps.progress);
  app.all(`${API_BASE}/*`, { schema: { hide: true } }, async (_request, reply) => reply.callNotFound());
  servePublicView(app, deps, webFolder);
  serveVerifier(app, deps, webFolder);
  if (webFolder) await serveWeb(app, deps, webFolder, (url) => findMailPreview(deps, url));
}
