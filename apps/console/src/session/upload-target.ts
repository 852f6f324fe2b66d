/**
 * Where an upload goes, as path and query below the API: whatever else a page asks for leads nowhere, so that this
 * server cannot be made to speak to other addresses. Undefined when it is no upload link of a module's archive.
 */
export function uploadTarget(link: string | null): string | undefined {
  if (link === null || !URL.canParse(link)) return undefined
  const { pathname, search } = new URL(link)
  return /^\/api\/uploads\/object\/modver-[A-Za-z0-9]+$/.test(pathname) ? pathname + search : undefined
}
