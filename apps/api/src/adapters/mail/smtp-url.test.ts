import { expect, test } from 'vitest'
import { tlsOf } from './smtp-url.js'

test.each([
  ['smtp://mail.example.com', 'demanded'],
  ['smtp://user:password@10.0.0.5:25', 'demanded'],
  ['smtp://localhost.example.com', 'demanded'],
  ['smtp://127.0.0.1.example.com', 'demanded'],
  ['smtp://[::2]', 'demanded'],
  ['smtp://mail', 'demanded'],
  ['smtp://mail?tls=off', 'off'],
  ['smtp://localhost', 'offered'],
  ['smtp://LOCALHOST:25', 'offered'],
  ['smtp://127.0.0.1:1025', 'offered'],
  ['smtp://[::1]', 'offered'],
  ['smtp://localhost?requireTLS=true', 'demanded'],
  ['smtp://localhost?tls=off', 'off'],
])('at %s TLS is %s', (url, tls) => {
  expect(tlsOf(new URL(url))).toBe(tls)
})
