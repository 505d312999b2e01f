import { z } from "zod";
import {
  ExportedFile,
  ImportFile,
  ImportReport,
  ImportRequest,
  MAX_FILE_BYTES,
} from "#domain/csv/import-report.ts";
import { Id } from "#domain/id.ts";
import { CataloguedProduct, Product, ProductDetails, ProductRecord } from "#domain/products/product.ts";
import { defineAdminCall } from "../call.ts";
import { ofVersion } from "../record-version.ts";

export const listProducts = defineAdminCall("GET", "product/admin/list", "viewer", {
  summary: "The catalogue: all products by name",
  reply: z.array(CataloguedProduct),
});

export const addProduct = defineAdminCall("POST", "product/admin", "editor", {
  summary: "Adds a product to the catalogue",
  body: ProductDetails,
  reply: CataloguedProduct,
});

export const changeProduct = defineAdminCall("PATCH", "product/admin/{id}", "editor", {
  summary: "Changes a product for drafts and new work; what was sent stays as it is",
  body: ofVersion(ProductDetails, Product.omit({ productId: true })),
  reply: CataloguedProduct,
});

export const getProduct = defineAdminCall("GET", "product/admin/{id}", "viewer", {
  summary: "One product, with the work that charges for it and its history",
  reply: ProductRecord,
});

export const retireProduct = defineAdminCall("PATCH", "product/admin/{id}/retired", "editor", {
  summary: "Retires a product, which new work then can't choose, or restores it",
  body: z.strictObject({ isRetired: z.boolean() }),
  reply: CataloguedProduct,
});

export const deleteProduct = defineAdminCall("DELETE", "product/admin/{id}", "editor", {
  summary: "Deletes a product that no work has ever charged for",
  reply: z.strictObject({ productId: Id }),
});

export const exportProducts = defineAdminCall("GET", "product/admin/list/csv", "owner", {
  summary: "The whole catalogue as CSV, which can be imported again",
  reply: ExportedFile,
});

export const checkProducts = defineAdminCall("POST", "product/admin/import/check", "editor", {
  isReading: true,
  summary: "What an import of products from CSV would do, row by row",
  body: ImportFile,
  maxBodyBytes: MAX_FILE_BYTES,
  reply: ImportReport,
});

export const importProducts = defineAdminCall("POST", "product/admin/import", "editor", {
  summary: "Imports products from CSV: all rows, or none if one is wrong",
  body: ImportRequest,
  maxBodyBytes: MAX_FILE_BYTES,
  reply: ImportReport.shape.counts,
});
