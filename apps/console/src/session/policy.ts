/** Headers against injected scripts, framing and guessed media types, for every answer of the console. */
export function securityHeaders(
  nonce: string,
  secure: boolean,
  development: boolean,
): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(nonce, secure, development),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    // The set-up link carries a secret, so no address ever leaves as a referrer.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

/**
 * Scripts and style sheets need this request's nonce. Style attributes are allowed, since the component
 * library positions with them; they cannot load or run anything. The overlay of the development server
 * knows no nonce.
 */
function contentSecurityPolicy(nonce: string, secure: boolean, development: boolean): string {
  const directives = {
    'default-src': `'self'`,
    'script-src': `'self' 'nonce-${nonce}' 'strict-dynamic'${development ? ` 'unsafe-eval'` : ''}`,
    'style-src': development ? `'self' 'unsafe-inline'` : `'self' 'nonce-${nonce}'`,
    'style-src-attr': `'unsafe-inline'`,
    'img-src': `'self' data:`,
    'object-src': `'none'`,
    'base-uri': `'none'`,
    'form-action': `'self'`,
    'frame-ancestors': `'none'`,
  }
  const list = Object.entries(directives).map(([name, sources]) => `${name} ${sources}`)
  return [...list, ...(secure ? ['upgrade-insecure-requests'] : [])].join('; ')
}

/**
 * Policy for files from users that may be opened by themselves: they run and load nothing, whatever they
 * contain.
 */
export const foreignFilePolicy = { 'Content-Security-Policy': "default-src 'none'; sandbox" }
