import { expect, test } from 'vitest'
import { securityHeaders } from './policy'

test('the policy for scripts takes the nonce and nothing inline', () => {
  const policy = securityHeaders('abc', true, false)['Content-Security-Policy'] ?? ''
  expect(policy.split('; ')).toMatchInlineSnapshot(`
    [
      "default-src 'self'",
      "script-src 'self' 'nonce-abc' 'strict-dynamic'",
      "style-src 'self' 'nonce-abc'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "upgrade-insecure-requests",
    ]
  `)
})

test('no page may frame the console and no referrer leaves it', () => {
  expect(securityHeaders('abc', false, false)).toMatchObject({
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  })
})

test('browsers that came by https are told to come by it again, and only they', () => {
  expect(securityHeaders('abc', true, false)['Strict-Transport-Security']).toBe('max-age=31536000')
  expect(securityHeaders('abc', false, false)).not.toHaveProperty('Strict-Transport-Security')
})

test('only development allows eval and inline styles, and only https asks for https', () => {
  const policy = (secure: boolean, development: boolean) =>
    securityHeaders('abc', secure, development)['Content-Security-Policy']
  expect(policy(false, true)).toContain("'unsafe-eval'")
  expect(policy(false, false)).not.toContain('unsafe-eval')
  expect(policy(false, false)).toContain("style-src 'self' 'nonce-abc'")
  expect(policy(false, false)).not.toContain('upgrade-insecure-requests')
})
