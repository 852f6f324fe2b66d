/** The archive of a module's version, and the files of a provider's versions and platforms. */
const uploads =
  /^\/api\/uploads\/(object\/modver-[A-Za-z0-9]+|providers\/prov(ver|pltfrm)-[A-Za-z0-9]+\/[a-z-]+)$/

/**
 * Where an upload goes, as path and query below the API: whatever else a page asks for is refused, so that this server
 * cannot be made to connect to other addresses. Undefined when it is no upload link.
 */
export function uploadTarget(link: string | null): string | undefined {
  if (link === null || !URL.canParse(link)) return undefined
  const { pathname, search } = new URL(link)
  return uploads.test(pathname) ? pathname + search : undefined
}
