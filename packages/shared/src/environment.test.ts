import { describe, expect, test } from 'vitest'
import { readEnvironment } from './environment.js'
import { rule } from './rule.js'

/** A certificate whose key was thrown away. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBbzCCARWgAwIBAgIURn5v7pCWrQW8kfzAt+cKaTo7dTwwCgYIKoZIzj0EAwIw
DDEKMAgGA1UEAwwBYTAgFw0yNjExMzAxNTU5NDhaGA8yMTI2MTEwNjE1NTk0OFow
DDEKMAgGA1UEAwwBYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDg85rg/Gyl8
vmeNWUX0A5+5N7cmVXIF7fpW3ulbZa2dPVk3ymEGafijJ+jJFiyjE8Nw8J06ccMX
wSaJ6GhpHgujUzBRMB0GA1UdDgQWBBT4EtkMb5Up8yVH5Z3Hc2WuLkkRpzAfBgNV
HSMEGDAWgBT4EtkMb5Up8yVH5Z3Hc2WuLkkRpzAPBgNVHRMBAf8EBTADAQH/MAoG
CCqGSM49BAMCA0gAMEUCIQCGL5z92YCzy1I53FlID/UN4S5C/Rl3cVRY4UGyAsza
9QIgOCQWRGVcOClMRTXxNTC1rD/WluIdwfoaka7wWUHSX4M=
-----END CERTIFICATE-----
`

const files: Readonly<Record<string, string>> = {
  '/run/key': 'a secret\n',
  '/run/windows': 'a secret\r\n',
  '/run/blank': 'a secret \n',
  '/run/empty': '\n',
  '/run/one.pem': `a comment\n${certificate}`,
  '/run/several.pem': `${certificate}\n${certificate}`,
  '/run/cut.pem': `${certificate}${certificate.replace(/\n.{64}\n/, '\n')}`,
}
const read = (env: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(env, {
    names: ['KEY', 'WORD', 'PORT', 'CONSOLE_PORT'],
    filed: ['KEY'],
    readFile: (path) => {
      const text = files[path]
      if (text === undefined) throw new Error(`ENOENT: no such file, open '${path}'`)
      return text
    },
  })

describe('the file of NODE_EXTRA_CA_CERTS', () => {
  const faultsOf = (path: string) => read({ NODE_EXTRA_CA_CERTS: path }).faults

  test('may have several certificates, and words between them', () => {
    expect([...faultsOf('/run/one.pem'), ...faultsOf('/run/several.pem')]).toEqual([])
  })

  test.each([
    ['/none', "the file of certificates cannot be read: ENOENT: no such file, open '/none'"],
    ['/run/key', '/run/key has no certificate in it, each of which begins with BEGIN CERTIFICATE'],
    ['/run/cut.pem', 'certificate 2 of /run/cut.pem cannot be read'],
  ])('%s is a fault, since Node.js only warns of it', (path, fault) => {
    expect(faultsOf(path)).toEqual([`NODE_EXTRA_CA_CERTS: ${fault}`])
  })
})

describe('a file in place of a value', () => {
  rule('§19 settings of a start', 'NAME_FILE reads a file for every secret and address; both set is a fault')
  test('its text is the value, without the end of its last line', () => {
    expect(read({ KEY_FILE: '/run/key' })).toMatchObject({ given: { KEY: 'a secret' }, faults: [] })
    expect(read({ KEY_FILE: '/run/windows' })).toMatchObject({ given: { KEY: 'a secret' }, faults: [] })
    expect(read({ KEY: '', KEY_FILE: '/run/key' })).toMatchObject({ given: { KEY: 'a secret' }, faults: [] })
  })

  test.each([
    [{ KEY: 'x', KEY_FILE: '/run/key' }, 'KEY: is given by KEY and by KEY_FILE: unset one of them'],
    [{ KEY_FILE: '/run/empty' }, 'KEY: the file of KEY_FILE is empty'],
    [{ KEY_FILE: '/none' }, "KEY: the file of KEY_FILE cannot be read: ENOENT: no such file, open '/none'"],
    [{ KEY_FILE: '/run/blank' }, 'KEY: ends in a blank: remove it'],
  ])('%j is a fault that shows no value', (env, fault) => {
    expect(read(env).faults).toEqual([fault])
  })
})

rule('§19 settings of a start', 'A value that ends in a blank or CR is named')
test('a value that ends in a blank is named once, without its text', () => {
  expect(read({ WORD: 'users\r', KEY: 'secret ', OTHER: 'not ours ' })).toMatchObject({
    given: { WORD: 'users', KEY: 'secret', OTHER: 'not ours ' },
    faults: [
      'KEY: ends in a blank: remove it',
      'WORD: ends in a carriage return, as lines of files from Windows do: remove it',
    ],
  })
})

rule('§19 settings of a start', 'Ports of the form tcp://… are ignored')
test('a port that an orchestrator injects is none of ours', () => {
  const tcp = 'tcp://10.0.0.1:80'
  expect(read({ PORT: tcp, CONSOLE_PORT: tcp, OTHER_PORT: tcp })).toEqual({
    given: { OTHER_PORT: tcp },
    faults: [],
  })
})
