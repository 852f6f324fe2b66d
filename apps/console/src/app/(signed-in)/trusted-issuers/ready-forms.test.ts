import { expect, test } from 'vitest'
import { formOf, issuerOf } from './ready-forms'

test('a form makes the issuer from a host as it was typed', () => {
  expect(issuerOf('github', '', '')).toBe('https://token.actions.githubusercontent.com')
  expect(issuerOf('github-server', 'https://git.acme.example/', '')).toBe(
    'https://git.acme.example/_services/token',
  )
  expect(issuerOf('gitlab', 'gitlab.com', '')).toBe('https://gitlab.com')
  expect(issuerOf('forgejo', 'code.acme.example:3000', '')).toBe('https://code.acme.example:3000/api/actions')
  expect(issuerOf('other', 'ignored', ' https://ci.example ')).toBe('https://ci.example')
})

test('an issuer is edited in the form that made it', () => {
  for (const form of ['github-server', 'gitlab', 'forgejo'] as const) {
    const kind = { 'github-server': 'GITHUB', gitlab: 'GITLAB', forgejo: 'FORGEJO' } as const
    const issuer = issuerOf(form, 'ci.acme.example', '')
    expect(formOf({ kind: kind[form], issuer })).toEqual({ form, host: 'ci.acme.example' })
  }
  expect(formOf({ kind: 'GITHUB', issuer: issuerOf('github', '', '') }).form).toBe('github')
  expect(formOf({ kind: 'GITHUB', issuer: 'http://localhost:4000' }).form).toBe('other')
  expect(formOf({ kind: 'OTHER', issuer: 'https://ci.example' }).form).toBe('other')
})
