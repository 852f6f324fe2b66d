import { expect, test } from 'vitest'
import {
  isEmail,
  isModuleName,
  isModuleProvider,
  isNewOrganizationName,
  isOrganizationName,
  isProviderName,
  isWorkspaceName,
} from './names.js'
import { rule } from './rule.js'

rule('§1 names', 'An organization name has 3 to 64 letters, digits, `-` and `_`, a letter or digit first')
test('an organization name has 3 to 64 letters, digits, hyphens and underscores', () => {
  expect(isOrganizationName('acme')).toBe(true)
  expect(isOrganizationName('A-1_b')).toBe(true)
  expect(isOrganizationName('a'.repeat(64))).toBe(true)
  for (const wrong of ['', 'ab', '-ab', '_ab', 'a b', 'a.b.c', 'a'.repeat(65), 'naïve', 'acme\n'])
    expect(isOrganizationName(wrong), wrong).toBe(false)
})

test('path segments of the API name no organization, in any case', () => {
  for (const reserved of ['search', 'Search', 'relationships', 'new'])
    expect([isNewOrganizationName(reserved), isOrganizationName(reserved)]).toEqual([false, true])
})

rule('§1 names', 'A module name begins and ends with a letter or digit, 64 characters at most')
test('a module name starts and ends with a letter or digit', () => {
  for (const right of ['a', '9', 'a-b', 'A_b', 'a'.repeat(64)]) expect(isModuleName(right), right).toBe(true)
  for (const wrong of ['', '-a', 'a-', 'a'.repeat(65), 'a.b', 'a/b'])
    expect(isModuleName(wrong), wrong).toBe(false)
})

rule('§1 names', 'A module provider has up to 64 lower-case letters and digits')
test('a module provider has lower-case letters and digits', () => {
  expect(isModuleProvider('aws2')).toBe(true)
  for (const wrong of ['', 'AWS', 'a-b', 'a'.repeat(65)]) expect(isModuleProvider(wrong), wrong).toBe(false)
})

test('a provider and its namespace have up to 64 letters, digits, hyphens and underscores', () => {
  for (const right of ['a', '9', '-', '_a-', 'A_b-9', 'a'.repeat(64)])
    expect(isProviderName(right), right).toBe(true)
  for (const wrong of ['', 'a b', 'a.b', 'a/b', 'naïve', 'a\n', 'a'.repeat(65)])
    expect(isProviderName(wrong), wrong).toBe(false)
})

test('a workspace has up to 90 letters, digits, hyphens and underscores', () => {
  for (const right of ['a', '9', '-', '_a-', 'A_b-9', 'a'.repeat(90)])
    expect(isWorkspaceName(right), right).toBe(true)
  for (const wrong of ['', 'a b', 'a.b', 'a/b', 'naïve', 'a\n', 'a'.repeat(91)])
    expect(isWorkspaceName(wrong), wrong).toBe(false)
})

test('an e-mail address has one @ and a host', () => {
  for (const right of [
    'a@b',
    'a@localhost',
    'ana@mail.intranet',
    'ana.b+c@example.com',
    'a@1.example',
    'a@münchen.example',
  ])
    expect(isEmail(right), right).toBe(true)
  for (const wrong of ['', 'a', '@b', 'a@', 'a b@c', 'a@b@c', 'a@b..c'])
    expect(isEmail(wrong), wrong).toBe(false)
})

test('an e-mail address is one address, without a list, a comment or a group in it', () => {
  for (const wrong of ['a,b@c.d', 'a;b@c.d', 'a:b@c.d', '(a)b@c.d', 'b@c.d(a)', 'b@c,d', 'b@c;d', 'a\\b@c.d'])
    expect(isEmail(wrong), wrong).toBe(false)
})

test('the host of an e-mail address is a name, and no IP address in any form', () => {
  for (const wrong of [
    '[127.0.0.1]',
    '[IPv6:::1]',
    '::1',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '127.0.0.0X1',
  ])
    expect(isEmail(`a@${wrong}`), wrong).toBe(false)
})
