import { z } from "zod";
import { ManagedPlanPart } from "#domain/payment-plans/managed-plan.ts";
import { defineAdminCall } from "../call.ts";

export const getPaymentPlan = defineAdminCall("GET", "unique-document/admin/{id}/payment-plan", "viewer", {
  staleAfter: ["document", "invoice"],
  summary: "The parts of an accepted document's payment plan, with their invoices; none without a plan",
  reply: z.array(ManagedPlanPart),
});

export const preparePlanPart = defineAdminCall("POST", "unique-document/admin/{id}/payment-plan", "editor", {
  summary: "Prepares the invoice of a part before its time, or again after its invoice was cancelled",
  body: z.strictObject({ position: z.int().min(0).max(1000) }),
  reply: z.array(ManagedPlanPart),
});
