import type { ApiError } from "./api-error.ts";

/** Requests what the server demands before it answers a call, and repeats the call. */
export type MeetDemand = <Answer>(
  demand: ApiError,
  again: (proof?: string) => Promise<Answer>,
) => Promise<Answer>;

let load: (() => Promise<MeetDemand>) | null = null;

/** Each page names the dialogs that it fetches when the server demands something. */
export function meetDemandsWith(loading: () => Promise<MeetDemand>): void {
  load = loading;
}

/** Rejects with the demand on pages without such dialogs. */
export async function meetDemand<Answer>(
  demand: ApiError,
  again: (proof?: string) => Promise<Answer>,
): Promise<Answer> {
  if (load === null) throw demand;
  const meet = await load();
  return meet(demand, again);
}
