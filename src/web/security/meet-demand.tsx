import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ApiError } from "#web/lib/api-error.ts";
import { RequiredFactor } from "./required-factor.tsx";
import { StepUpDialog } from "./step-up-dialog.tsx";

// Shown above the screen that made the call. The call is deferred, so no input and no request is lost.

type Again<Answer> = (proof?: string) => Promise<Answer>;

/** Requests what the server demands before it answers a call, and repeats the call. */
export async function meetDemand<Answer>(demand: ApiError, again: Again<Answer>): Promise<Answer> {
  if (demand.details.reason === "step-up") return stepUp(demand, again);
  await untilFactorIsOn();
  return again();
}

let factorIsOn: Promise<void> | null = null;

/** All calls that wait share one dialog. */
function untilFactorIsOn(): Promise<void> {
  factorIsOn ??= new Promise<void>((resolve) => {
    const close = show(
      <RequiredFactor
        onDone={() => {
          close();
          factorIsOn = null;
          resolve();
        }}
      />,
    );
  });
  return factorIsOn;
}

type StepUpDemand = { way: "code" | "password" | "passkey"; hasPasskey: boolean };

/** Rejects with the demand if the person cancels. */
function stepUp<Answer>(demand: ApiError, again: Again<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      close();
      settle();
      return null;
    };
    const send = async (typed: string) => {
      try {
        const answer = await again(typed);
        return end(() => resolve(answer));
      } catch (error) {
        return isWrong(error) ? error.message : end(() => reject(error));
      }
    };
    const { way, hasPasskey } = demand.details as StepUpDemand;
    const close = show(
      <StepUpDialog
        way={way}
        hasPasskey={hasPasskey}
        onSend={send}
        onClose={() => end(() => reject(demand))}
      />,
    );
  });
}

/** Whether the person can try again with something else. */
function isWrong(error: unknown): error is ApiError {
  const reasons: unknown[] = ["wrong-second-factor", "wrong-password", "wrong-passkey"];
  return error instanceof ApiError && reasons.includes(error.details.reason);
}

/** Shows a dialog outside of the screen's tree. Returns its end. */
function show(dialog: ReactNode): () => void {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(dialog);
  return () => {
    root.unmount();
    place.remove();
  };
}
