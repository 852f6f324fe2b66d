import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { problemsOf, readRelease, signerOf } from './read-release'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
const linux = 'engine-provider-cloud_1.2.0_linux_amd64.zip'
const darwin = 'engine-provider-cloud_1.2.0_darwin_arm64.zip'
const sums = `${sha('linux')}  ${linux}\n${sha('darwin')}  ${darwin}\n`

/** A signature of version 4 that names its key by the fingerprint. */
const fingerprint = '0102030405060708090A0B0C1112131415161718'
const signature = Buffer.from(`C21F040001080017162104${fingerprint}0000`, 'hex')

const file = (name: string, content: string | Uint8Array) => new File([content as BlobPart], name)
const whole = [
  file(darwin, 'darwin'),
  file(linux, 'linux'),
  file('SHA256SUMS.sig', signature),
  file('SHA256SUMS', sums),
  file('manifest.json', '{"version":1,"metadata":{"protocol_versions":["6.0"]}}'),
  file('notes.txt', 'Hello'),
  file('.DS_Store', ''),
]

test('the files of a release say its version, platforms, protocols and signer', async () => {
  const release = await readRelease(whole, 'cloud')
  expect(release).toMatchObject({ version: '1.2.0', protocols: ['6.0'], problems: [] })
  expect(release.signerId).toBe('1112131415161718')
  expect(release.files.map(({ file: { name }, kind, problem }) => [name, kind, problem])).toEqual([
    ['SHA256SUMS', 'shasums', null],
    ['SHA256SUMS.sig', 'signature', null],
    [darwin, 'zip', null],
    [linux, 'zip', null],
    ['manifest.json', 'manifest', null],
    ['notes.txt', 'other', null],
  ])
  expect(release.files[3]?.platform).toEqual({ os: 'linux', arch: 'amd64', shasum: sha('linux') })
})

test('what does not fit is said of each file', async () => {
  const wrong = [
    file('SHA256SUMS', sums),
    file('SHA256SUMS.sig', '-----BEGIN PGP SIGNATURE-----'),
    file(linux, 'changed'),
    file('engine-provider-cloud_1.2.0_plan9_amd64.zip', 'x'),
    file('engine-provider-other_1.2.0_linux_amd64.zip', 'x'),
    file('cloud.zip', 'x'),
  ]
  const { files } = await readRelease(wrong, 'cloud')
  expect(files.map(({ problem }) => problem)).toEqual([
    null,
    'It has to be binary, without --armor',
    'Its checksum is not the one in SHA256SUMS',
    'SHA256SUMS has no checksum for it: it has no line for engine-provider-cloud_1.2.0_plan9_amd64.zip',
    'It is of another provider, other',
    'Its name is not <name>_<version>_<os>_<arch>.zip',
  ])
})

test('a line of SHA256SUMS that the CLI does not read is named before anything is sent', async () => {
  const problemsWith = async (text: string) =>
    (
      await readRelease(
        [...whole.filter(({ name }) => name !== 'SHA256SUMS'), file('SHA256SUMS', text)],
        'cloud',
      )
    ).problems
  const sentence = 'of SHA256SUMS is not the SHA-256 of a file'
  expect(await problemsWith(sums.replaceAll('\n', '\r\n'))).toEqual([])
  expect(await problemsWith(`${sums}# by a script\n`)).toEqual([
    expect.stringContaining(`Line 3 ${sentence}`),
  ])
  expect(await problemsWith(`\u{feff}${sums}`)).toEqual([
    expect.stringContaining('SHA256SUMS begins with a byte order mark'),
  ])
})

test('a checksum counts as for the API: the first line of a name, which is written without a mark', async () => {
  const problemWith = async (text: string) => {
    const release = await readRelease([file('SHA256SUMS', text), file(linux, 'linux')], 'cloud')
    return release.files.find(({ kind }) => kind === 'zip')?.problem
  }
  expect(await problemWith(`${sums}${sha('other')}  ${linux}\n`)).toBeNull()
  expect(await problemWith(`${sha('other')}  ${linux}\n${sums}`)).toBe(
    'Its checksum is not the one in SHA256SUMS',
  )
  expect(await problemWith(`${sha('linux')} *${linux}\n`)).toContain('the * before the name is in the way')
})

test('what is missing is said of the whole', async () => {
  expect((await readRelease([], 'cloud')).problems).toEqual([
    'SHA256SUMS is missing',
    'SHA256SUMS.sig is missing',
    'A zip of a platform is missing',
  ])
  const two = [file(linux, 'linux'), file(linux.replace('1.2.0', '1.3.0'), 'x')]
  expect((await readRelease(two, 'cloud')).problems).toContain(
    'The zips are of several versions: 1.2.0, 1.3.0',
  )
})

test('a release is signed with a key that is there, and is of the version that waits for it', async () => {
  const release = await readRelease(whole, 'cloud')
  const key = { keyId: 'A', signerIds: ['A', '1112131415161718'] }
  expect(problemsOf(release, [key], '1.2.0')).toEqual([])
  expect(problemsOf(release, undefined, '1.2.0'), 'not all keys are known').toEqual([])
  expect(problemsOf(release, [], '1.3.0')).toEqual([
    'It is signed with the key 1112131415161718, which is not among the signing keys',
    'It is of version 1.2.0',
  ])
})

test('of what is no signature nothing is read', () => {
  expect(signerOf(new Uint8Array())).toBeUndefined()
  expect(signerOf(Buffer.from('C20304000108', 'hex'))).toBeUndefined()
  expect(signerOf(Buffer.from('hello'))).toBeUndefined()
})
