import { ApiError, apiErrorOf } from "./api-error.ts";
import { fetchPortal } from "./connection.ts";
import { identityToken } from "./session.ts";

export type UploadedImage = { imageId: string; address: string; width: number; height: number };

/** The most bytes that the server takes. */
const MOST_BYTES = 12 * 1024 * 1024;

/** Uploads an image of the company's people. Throws ApiError with the server's reason. */
export async function uploadImage(file: Blob): Promise<UploadedImage> {
  if (file.size > MOST_BYTES) throw new ApiError(413, "too-large", "An image may have at most 12 MB.");
  const headers = {
    authorization: `Bearer ${await identityToken()}`,
    "content-type": "application/octet-stream",
  };
  const response = await fetchPortal("/api/images", { method: "POST", headers, body: file });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw apiErrorOf(response.status, answer);
  return (answer as { data: UploadedImage }).data;
}
