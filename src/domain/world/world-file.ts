import { z } from "zod";
import { AdminRole } from "../account/admin-role.ts";
import { Email, UserProfile } from "../account/user-profile.ts";
import { GeneralDocument, SIGNATURE_TYPES } from "../agreements/general-document.ts";
import { ListedDocument } from "../documents/unique-document.ts";
import { Id } from "../id.ts";
import { NO_INVOICE } from "../invoices/invoice.ts";
import { NotificationLink, Notification as NotificationShape } from "../notifications/notification.ts";
import { Organization } from "../organizations/organization.ts";
import type { PuckState } from "../page/page.ts";
import { pageIssues } from "../page/page-issues.ts";
import {
  OrganizationPermission,
  OrganizationPermissionRequest,
  PermissionRequestDetails,
} from "../permissions/organization-permission.ts";
import { Rate } from "../pricing/ranges.ts";
import { Product } from "../products/product.ts";
import { NO_PROPOSAL, WorkOrder, WorkOrderStatus } from "../work-orders/work-order.ts";
import { WorldInvoice } from "./world-invoice.ts";
import { WorldMoment } from "./world-moment.ts";

// A world file: everything that a company imports on its first day, each record in the domain's own shape. The import
// makes ids that are left out. References are ids; references to people may be emails.

/** A person: their userProfileId or their email. */
const PersonRef = z.union([Id, Email], { error: "Expected the userProfileId or the email of a person" });

const Password = z.string().min(8).max(128);

export const WorldOrganization = Organization.extend({
  organizationId: Id.optional(),
  quickLinks: Organization.shape.quickLinks.default([]),
  createdAt: WorldMoment.optional(),
});

export const WorldPermission = OrganizationPermission.omit({ organizationPermissionId: true, userId: true });

export const WorldPerson = UserProfile.extend({
  email: Email,
  userProfileId: Id.optional(),
  adminRole: AdminRole.nullable().optional(),
  /** Older files mark the company's own people so; they become owners. */
  isStaff: z.boolean().optional(),
  permissions: z.array(WorldPermission).default([]),
  /** Default: the organization of the first permission. */
  activeOrganizationId: Id.nullable().optional(),
  /** Whether this person can sign in. */
  signIn: z.boolean().default(true),
  /** Default: none; the person sets one with 'Forgot your password?'. */
  password: Password.optional(),
  createdAt: WorldMoment.optional(),
})
  .superRefine(({ adminRole, isStaff }, context) => {
    if (adminRole === undefined || isStaff === undefined) return;
    if (adminRole === (isStaff ? "owner" : null)) return;
    const message = `isStaff: ${isStaff} and adminRole: ${adminRole} contradict each other; leave isStaff out`;
    context.addIssue({ code: "custom", path: ["adminRole"], message });
  })
  .transform(({ isStaff, adminRole = isStaff ? ("owner" as const) : null, ...person }) => ({
    ...person,
    adminRole,
  }));

/** A sign-in without a user profile. */
export const WorldSignIn = z.strictObject({
  email: Email,
  name: z.string().min(1).max(200),
  password: Password,
});

export const WorldProduct = Product.extend({
  productId: Id.optional(),
  productUnit: Product.shape.productUnit.default(null),
  productRate: Rate.nullable().default(null),
});

const Page = z.custom<PuckState>().superRefine((page, context) => {
  for (const { path, message } of pageIssues(page)) context.addIssue({ code: "custom", path, message });
});

/** Whether everybody who has the address of the public view may read the document, and when that ends. */
const Sharing = z.strictObject({ isShared: z.boolean(), expiresAt: WorldMoment.nullable().default(null) });

const Decision = z.strictObject({ by: PersonRef, at: WorldMoment });

export const WorldDocument = ListedDocument.omit({
  totalCost: true,
  hidesPrices: true,
  closedBecause: true,
  validUntil: true,
  approvedBy: true,
  documentSnapshots: true,
})
  .extend({
    uniqueDocumentId: Id.optional(),
    /** Default: made from the name and the externalId. */
    slug: ListedDocument.shape.slug.optional(),
    templateId: Id.nullable().default(null),
    invoice: Id.nullable().default(null),
    puckState: Page,
    createdAt: WorldMoment.optional(),
    updatedAt: WorldMoment.optional(),
    /** Who accepted or declined the document, and when. */
    decision: Decision.optional(),
    sharing: Sharing.optional(),
  })
  .superRefine((document, context) => {
    const isDecided = document.status === "APPROVED" || document.status === "DECLINED";
    if (isDecided === Boolean(document.decision)) return;
    const message = isDecided
      ? `An ${document.status} document needs who decided: { "by": <email>, "at": <moment> }`
      : `A ${document.status} document has no decision yet`;
    context.addIssue({ code: "custom", path: ["decision"], message });
  });

export const WorldWorkOrder = WorkOrder.extend({
  workOrderId: Id.optional(),
  description: z.string().default(""),
  uniqueDocument: WorkOrder.shape.uniqueDocument.default(NO_PROPOSAL),
  invoice: WorkOrder.shape.invoice.default(NO_INVOICE),
  products: WorkOrder.shape.products.default([]),
  discountPercent: WorkOrder.shape.discountPercent.default(0),
  discountName: WorkOrder.shape.discountName.default(null),
  optional: WorkOrder.shape.optional.default({ isOptional: false, doesClientWantWorkDone: false }),
  createdAt: WorldMoment.optional(),
  updatedAt: WorldMoment.optional(),
  /** When it last came to its statuses. That of its present status is `updatedAt` without it. */
  reachedAt: z.partialRecord(WorkOrderStatus, WorldMoment).default({}),
});

export const WorldGeneralDocument = GeneralDocument.omit({
  contentHash: true,
  version: true,
  isRetired: true,
}).extend({
  generalDocumentId: Id.optional(),
  signatureType: z.enum(SIGNATURE_TYPES).default("ACKNOWLEDGE"),
  /** The General Terms and Conditions, which every document links to. */
  isGeneralTerms: z.boolean().default(false),
  updatedAt: WorldMoment.optional(),
});

const SIGNER_FIELDS = ["userFirstName", "userLastName", "userEmail"] as const;

export const WorldSignedGeneralDocument = z
  .strictObject({
    signedGeneralDocumentId: Id.optional(),
    documentId: Id,
    /** The signer's profile, if they have one; the three fields below are then optional. */
    userId: PersonRef.optional(),
    userFirstName: z.string().min(1).max(100).optional(),
    userLastName: z.string().min(1).max(100).optional(),
    userEmail: Email.optional(),
    /** The organization, if the portal has it; otherwise only its name. */
    organizationId: Id.optional(),
    organizationName: z.string().min(1).max(200).optional(),
    globalOrganizationIdentifier: z.string().min(1).max(64).optional(),
    signedAt: WorldMoment,
  })
  .superRefine((signature, context) => {
    if (signature.userId !== undefined) return;
    for (const field of SIGNER_FIELDS.filter((one) => signature[one] === undefined)) {
      context.addIssue({ code: "custom", path: [field], message: "Needed where userId is left out" });
    }
  });

export const WorldNotification = NotificationShape.extend({
  notificationId: Id.optional(),
  userId: PersonRef,
  organizationId: Id,
  link: NotificationLink.optional(),
  read: z.boolean().default(false),
  createdAt: WorldMoment,
});

export const WorldPermissionRequest = OrganizationPermissionRequest.extend({
  organizationPermissionRequestId: Id.optional(),
  userDetails: PermissionRequestDetails,
  /** The person who made the request. */
  requestedBy: PersonRef.optional(),
  createdAt: WorldMoment.optional(),
});

/** The lists of a world file, each with the schema of its records. */
export const WORLD_LISTS = {
  organizations: WorldOrganization,
  people: WorldPerson,
  signIns: WorldSignIn,
  products: WorldProduct,
  invoices: WorldInvoice,
  documents: WorldDocument,
  workOrders: WorldWorkOrder,
  generalDocuments: WorldGeneralDocument,
  signedGeneralDocuments: WorldSignedGeneralDocument,
  notifications: WorldNotification,
  permissionRequests: WorldPermissionRequest,
} as const;
export type WorldListName = keyof typeof WORLD_LISTS;
export type WorldRecord<Name extends WorldListName> = z.output<(typeof WORLD_LISTS)[Name]>;

/** The version of the file format. A later format gets another number. */
export const WORLD_VERSION = 1;
