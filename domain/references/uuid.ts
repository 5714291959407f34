const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Tells whether an id is a UUID as upstream writes them, in small letters. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
