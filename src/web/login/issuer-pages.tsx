import { type ReactNode, useEffect, useRef, useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { getSignInIssuer } from "#contract/single-sign-on.ts";
import { isStatus } from "#web/lib/api-error.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { useParams, useSearchParams } from "#web/lib/routing/use-routing.ts";
import { enterWith, postAuth } from "#web/lib/session.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { PATHS } from "#web/paths.ts";
import {
  findSignInIssuer,
  goToIssuer,
  type IssuerFlow,
  isWindowExpected,
  publishProof,
  readFlow,
  rememberIssuer,
} from "#web/security/issuer-flow.ts";
import { explain, FACTOR_CODE_RULES, refusalOf } from "#web/security/login-step.ts";
import { CODE_FIELD } from "#web/security/sign-in-fields.ts";
import { SignInScreen, StepFrame } from "#web/security/step-frame.tsx";
import { useStepForm } from "#web/security/use-step-form.ts";
import { Button, ButtonLink, Spinner } from "#web/ui/button.tsx";
import { FailedNotice, Notice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type Refusal = { message: string; reason: string | undefined };

const refusalFor = (error: unknown): Refusal => ({ message: explain(error), reason: refusalOf(error) });

type Arrived =
  | { outcome: "signed-in"; returnTo: string | null }
  | { outcome: "confirmed"; proof: string; returnTo: string | null };

type State = { step: "finishing" | "code" | "done" } | { step: "refused"; refusal: Refusal };

/** /sign-in/callback: where an issuer leads back to. It ends the sign-in, or confirms a session for another window. */
export function IssuerCallbackPage() {
  const [flow] = useState(readFlow);
  const [state, setState] = useState<State>({ step: "finishing" });
  const isStarted = useRef(false);
  usePageTitle("Sign in");

  async function finish(code?: string): Promise<void> {
    const body = { callback: window.location.search || "?", code };
    const send = flow?.issuerId === null ? postAuth<Arrived> : enterWith<Arrived>;
    const arrived = await send("issuer/finish", body);
    if (flow && arrived.outcome === "signed-in") rememberIssuer(flow);
    if (arrived.outcome === "confirmed" && flow?.waiting)
      publishProof({ waiting: flow.waiting, proof: arrived.proof });
    if (flow?.waiting) {
      setState({ step: "done" });
      window.close();
    } else window.location.replace(arrived.returnTo ?? PATHS.dashboard);
  }

  useEffect(() => {
    // The issuer's answer works once.
    if (isStarted.current) return;
    isStarted.current = true;
    finish().catch((error: unknown) => {
      const refusal = refusalFor(error);
      setState(refusal.reason === "second-factor" ? { step: "code" } : { step: "refused", refusal });
    });
  });

  return (
    <SignInScreen>
      {state.step === "finishing" ? <Progress>Signing you in…</Progress> : null}
      {state.step === "code" ? (
        <CodeStep onCode={finish} onOver={(refusal) => setState({ step: "refused", refusal })} />
      ) : null}
      {state.step === "done" ? (
        <Ending title="You can close this window" text="Go on in the window that you came from." />
      ) : null}
      {state.step === "refused" ? <Refused refusal={state.refusal} flow={flow} /> : null}
    </SignInScreen>
  );
}

function Progress({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-10 text-ink-soft">
      <Spinner />
      {children}
    </div>
  );
}

/** The issuer's sign-in is the first step of an account with two. */
function CodeStep({
  onCode,
  onOver,
}: {
  onCode: (code: string) => Promise<void>;
  onOver: (refusal: Refusal) => void;
}) {
  const form = useStepForm({ code: "" }, async ({ code }) => {
    try {
      await onCode(code);
    } catch (error) {
      // Anything else can't be helped by another code.
      if (refusalOf(error) === undefined || refusalOf(error) === "wrong-second-factor") throw error;
      onOver(refusalFor(error));
    }
  });
  return (
    <>
      <Heading>Enter your code</Heading>
      <StepFrame
        form={form}
        intro="Enter the code that your authenticator app shows. Don't have the app? Enter one of your backup codes."
        action="Sign in"
      >
        <TextField {...CODE_FIELD} {...form.field("code", FACTOR_CODE_RULES)} />
      </StepFrame>
    </>
  );
}

/** Each screen of these pages announces itself. */
function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-balance font-semibold font-text text-2xl outline-none">
      {children}
    </h1>
  );
}

function Ending({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Heading>{title}</Heading>
      <p className="mt-2 text-pretty text-ink-soft">{text}</p>
    </>
  );
}

/** Refusals that a second try at the issuer doesn't change. */
const FINAL = ["not-linked", "unverified-email", "not-effective", "passkey-needed"];

/** Why no one was signed in, and the ways on. */
function Refused({ refusal, flow }: { refusal: Refusal; flow: IssuerFlow | null }) {
  const isInWindow = Boolean(flow?.waiting);
  const isRepeatable = flow !== null && !FINAL.includes(refusal.reason ?? "");
  const space = isRepeatable ? "mt-3" : "mt-6";
  return (
    <>
      <Heading>{flow?.issuerId === null ? "This wasn't confirmed" : "You aren't signed in"}</Heading>
      <Notice tone="error" className="mt-4">
        {refusal.message}
      </Notice>
      {isRepeatable ? <BeginButton flow={flow}>Try again</BeginButton> : null}
      {isInWindow ? (
        <Button size="lg" isWide className={space} onClick={() => window.close()}>
          Close this window
        </Button>
      ) : (
        <ButtonLink to={PATHS.login} size="lg" isWide className={space}>
          Other ways to sign in
        </ButtonLink>
      )}
    </>
  );
}

/** Leads to the issuer, and shows why if that fails. */
function BeginButton({ flow, children }: { flow: IssuerFlow; children: ReactNode }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const begin = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await goToIssuer(flow);
    } catch (error) {
      setFailure(explain(error));
      setIsBusy(false);
    }
  };
  return (
    <>
      {failure ? (
        <Notice tone="error" className="mt-4">
          {failure}
        </Notice>
      ) : null}
      <Button
        tone="primary"
        size="lg"
        isWide
        isWrapping
        isBusy={isBusy}
        className="mt-6"
        onClick={() => void begin()}
      >
        {children}
      </Button>
    </>
  );
}

/** /sign-in/window: opened beside a page that waits. It leads on to the issuer by itself if a page here opened it. */
export function IssuerWindowPage() {
  const [params] = useSearchParams();
  const flow: IssuerFlow = {
    issuerId: params.get("issuer"),
    returnTo: null,
    waiting: params.get("waiting"),
  };
  const [isExpected] = useState(() => isWindowExpected(flow));
  usePageTitle("Sign in");
  return (
    <SignInScreen>{isExpected ? <BegunWindow flow={flow} /> : <UnexpectedWindow flow={flow} />}</SignInScreen>
  );
}

function BegunWindow({ flow }: { flow: IssuerFlow }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    goToIssuer(flow).catch((error: unknown) => setRefusal(refusalFor(error)));
  });
  return refusal ? <Refused refusal={refusal} flow={flow} /> : <Progress>One moment…</Progress>;
}

/** A link from elsewhere signs a browser in nowhere unless the person presses a button with the issuer's name. */
function UnexpectedWindow({ flow }: { flow: IssuerFlow }) {
  const { issuerId } = flow;
  if (issuerId === null)
    return (
      <>
        <Heading>Confirm it's you</Heading>
        <p className="mt-2 text-pretty text-ink-soft">
          Go on only if you have just been asked to sign in again. If not, close this window.
        </p>
        <BeginButton flow={flow}>Sign in again</BeginButton>
      </>
    );
  return <ChosenIssuer issuerId={issuerId} find={findSignInIssuer} waiting={flow.waiting} />;
}

type Found = { name: string } | "missing" | { failure: string };

const findOfClient = (issuerId: string) => call(getSignInIssuer, { params: { id: issuerId } });

/** /sign-in/<id>: the sign-in page of one organization, which its people know by its address. */
export function IssuerSignInPage() {
  const { issuerId = "" } = useParams();
  usePageTitle("Sign in");
  return (
    <SignInScreen>
      <ChosenIssuer issuerId={issuerId} find={findOfClient} waiting={null} />
      <ButtonLink to={PATHS.login} size="lg" isWide className="mt-3 [p+&]:mt-6">
        Other ways to sign in
      </ButtonLink>
    </SignInScreen>
  );
}

type ChosenIssuerProps = Pick<IssuerFlow, "waiting"> & {
  issuerId: string;
  find: (issuerId: string) => Promise<{ name: string }>;
};

/** A button with the name of the issuer that an address names. */
function ChosenIssuer({ issuerId, find, waiting }: ChosenIssuerProps) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (found !== null) return;
    find(issuerId).then(setFound, (error: unknown) =>
      setFound(isStatus(error, 404) || isStatus(error, 400) ? "missing" : { failure: explain(error) }),
    );
  }, [issuerId, found, find]);
  if (found === null)
    return (
      <Loading label="Loading the sign-in">
        <Skeleton className="h-40 w-full rounded-lg" />
      </Loading>
    );
  if (found === "missing")
    return (
      <Ending
        title="This sign-in address doesn't work"
        text="It's incomplete, or your organization has removed its single sign-on. Ask the person who gave you the address."
      />
    );
  if ("failure" in found) return <FailedNotice onRetry={() => setFound(null)}>{found.failure}</FailedNotice>;
  return (
    <>
      <Heading>Sign in</Heading>
      <p className="mt-2 text-pretty text-ink-soft">
        Sign in to <Exact>{BRAND.productName}</Exact> with your organization's account.
      </p>
      <BeginButton flow={{ issuerId, returnTo: null, waiting }}>Sign in with {found.name}</BeginButton>
    </>
  );
}
