import { NotReady } from "../jobs/job.ts";

/** Why no PDF can be sealed now, as a sentence for the operator. The job of the PDF waits until it can. */
export class SealFailure extends NotReady {
  override name = "SealFailure";
}
