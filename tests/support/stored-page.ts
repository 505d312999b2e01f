/** A statement of `startDemoPortal` that stores a page as it is, also one that no editor would save. */
export function storedPage(uniqueDocumentId: string, page: object) {
  return {
    text: "update unique_documents set puck_state = $1 where unique_document_id = $2",
    values: [JSON.stringify(page), uniqueDocumentId],
  };
}
