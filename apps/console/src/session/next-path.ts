import { isInvitation, needsSession, paths } from '../paths'

/** Stands for the console while a path is read; nothing is ever sent there. */
const base = 'http://console.invalid'

/**
 * Returns the path to open after signing in: the requested page if it belongs to this console, else the
 * overview. It parses the path as a browser would and writes it again, so that nothing that only looks like a
 * path (`//host`, `/\host`, `/.//host`) leads away.
 */
export function safeNextPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, base)) return paths.overview()
  const url = new URL(next, base)
  const leadsAway = url.origin !== base || url.pathname.startsWith('//')
  const isPage = needsSession(url.pathname) || isInvitation(url.pathname)
  return leadsAway || !isPage ? paths.overview() : url.pathname + url.search + url.hash
}
