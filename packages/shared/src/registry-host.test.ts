import { expect, test } from 'vitest'
import { cliTokenVariable } from './cli-names.js'
import { hostFault, registryHost } from './registry-host.js'
import { rule } from './rule.js'

rule('§19 network', 'registryHost in commands is the Unicode form')
test.each([
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['registry.bücher.example:8443', 'registry.xn--bcher-kva.example:8443'],
  ['παράδειγμα.δοκιμή', 'xn--hxajbheg2az3al.xn--jxalpdlp'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['ليهمابتكلموشعربي.example', 'xn--mgbcah9ar9a4efegftvvn.example'],
  ['💩.la', 'xn--ls8h.la'],
  ['registry.example.com', 'registry.example.com'],
])('a host of other letters (%s) is written as people write it', (host, ascii) => {
  expect(new URL(`https://${host}`).host).toBe(ascii)
  expect(registryHost(`https://${host}`)).toBe(host)
})

test('the variable of a token has the form that names are looked up by', () => {
  expect(cliTokenVariable(registryHost('https://münchen.example'))).toBe('TF_TOKEN_xn____mnchen__3ya_example')
  expect(cliTokenVariable(registryHost('https://münchen.example:8443'))).toBeUndefined()
})

rule('§19 network', 'A host that no CLI takes is said')
test('a host that no CLI takes is told from those that it takes', () => {
  expect(hostFault('https://my_registry.example.com')).toBe('it has an underscore')
  expect(hostFault('https://-registry.example.com:8443')).toBe('a part of it begins or ends with a hyphen')
  expect(hostFault('https://registry.example-.com')).toBe('a part of it begins or ends with a hyphen')
  for (const url of [
    'https://registry.example.com',
    'http://localhost:4000',
    'https://10.0.0.1',
    'https://münchen.example',
  ])
    expect(hostFault(url), url).toBeUndefined()
  expect(hostFault('http://my_laptop:4000')).toBeUndefined()
})
