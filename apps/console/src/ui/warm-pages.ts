/** Kinds of pages whose scripts this tab has fetched. */
const warm = new Set<string>()

/** Returns the kind of page at an address, without the names in it; undefined for one that is no page of the console. */
export function kindOf(address: string, here: string): string | undefined {
  const url = new URL(address, here)
  if (url.origin !== new URL(here).origin) return undefined
  const parts = url.pathname.split('/').slice(1)
  const [place = '', , inOrganization = '', , ofThing = ''] = parts
  if (place === 'console' || place === 'api') return undefined
  const words = place === 'organizations' ? [inOrganization, ofThing] : place === 'modules' ? [ofThing] : []
  return [place, parts.length, ...words].join(' ')
}

const scripts = /\/_next\/static\/chunks\/[^"\\]+\.js/g

/**
 * Fetches the scripts of the page that a link leads to, before it is clicked: of each kind once, since only the scripts are
 * kept. What the page says is asked for when it is opened, so that it is never old.
 */
export async function warmPage(address: string): Promise<void> {
  const kind = kindOf(address, window.location.href)
  if (kind === undefined || warm.has(kind) || kind === kindOf('', window.location.href)) return
  warm.add(kind)
  try {
    const response = await fetch(address, { headers: { RSC: '1' }, priority: 'low' })
    for (const script of new Set((await response.text()).match(scripts))) preload(script)
  } catch {
    warm.delete(kind)
  }
}

function preload(script: string): void {
  if (document.querySelector(`:is(script[src="${script}"], link[href="${script}"])`)) return
  const link = document.createElement('link')
  const { __webpack_nonce__: nonce } = window as { __webpack_nonce__?: string }
  Object.assign(link, { rel: 'preload', as: 'script', href: script, ...(nonce && { nonce }) })
  document.head.append(link)
}

const most = 3
const signs = ['pointermove', 'touchstart', 'keydown'] as const

/** Warms the pages that the rows in sight lead to, once the page is touched. Returns a function that ends it. */
export function warmRowsOnceTouched(): () => void {
  const onTouch = () => {
    end()
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[data-opens]')]
    const kinds = new Map(links.map((link) => [kindOf(link.href, window.location.href), link.href]))
    for (const [, address] of [...kinds].slice(0, most)) void warmPage(address)
  }
  const end = () => signs.forEach((sign) => window.removeEventListener(sign, onTouch))
  signs.forEach((sign) => window.addEventListener(sign, onTouch, { passive: true }))
  return end
}
