import { expect, test } from 'vitest'
import { broughtBack, holdsPrivateKey, mayBeKey, publishedFiles } from './published-files.js'
import { rule } from './rule.js'

const left = (own: string, ...paths: string[]) => paths.filter(publishedFiles(own))

test('settings, secrets, states and the program itself are left out wherever they lie', () => {
  expect(
    left(
      '',
      ...['main.tf', 'modules/net/main.tf', 'files/.htaccess', 'docs/engine-publish.mjs'],
      ...[
        '.git/config',
        '.hidden.hcl',
        'modules/net/.cache/x',
        '.env',
        'files/.env.local',
        'engine-publish.mjs',
      ],
      ...[
        'state.tfstate',
        'a/state.tfstate.backup',
        'files/.DS_Store',
        'files/._main.tf',
        '__MACOSX/main.tf',
      ],
    ),
  ).toEqual(['main.tf', 'modules/net/main.tf', 'files/.htaccess', 'docs/engine-publish.mjs'])
})

test('the file of the folder leaves out more, and brings something back, with what lies in it', () => {
  expect(
    left(
      '# ours\n/test/\ndocs/*\n!docs/keep.md\n!.tool/\n',
      'test/a.tf',
      'docs/b.md',
      'docs/keep.md',
      '.tool/y',
    ),
  ).toEqual(['docs/keep.md', '.tool/y'])
})

test('a folder ends with a slash', () => {
  expect(left('build/', 'build', 'build/', 'build/x')).toEqual(['build'])
})

rule(
  '§19 modules',
  'What never belongs into a module is left out: keys, states, crash logs, repositories, packages',
)
test('repositories, private keys, crash logs and packages are left out', () => {
  const never = [
    ...['.git', 'vendor/.git', 'node_modules/x/index.js', 'a/node_modules/x', 'crash.log', 'crash.1.log'],
    ...['id_rsa', 'keys/id_ed25519', 'a.ppk', 'a.p12', 'a.pfx', 'a.jks', '.terraform/x', 'a/.terraform/x'],
    ...['terraform.tfstate.d/x/terraform.tfstate', 'errored.tfstate'],
  ]
  expect(left('', ...never, 'id_rsa.pub', 'crash.tf', 'node_modules.tf', 'ca.pem')).toEqual([
    ...['id_rsa.pub', 'crash.tf', 'node_modules.tf', 'ca.pem'],
  ])
  expect(left('!id_rsa\n', 'id_rsa')).toEqual(['id_rsa'])
})

test.each([
  ['-----BEGIN PRIVATE KEY-----\n', true],
  ['-----BEGIN RSA PRIVATE KEY-----\r\n', true],
  ['-----BEGIN OPENSSH PRIVATE KEY-----', true],
  ['-----BEGIN PGP PRIVATE KEY BLOCK-----', true],
  ['Bag Attributes\n  -----BEGIN ENCRYPTED PRIVATE KEY-----', true],
  ['-----BEGIN CERTIFICATE-----\n-----BEGIN PUBLIC KEY-----', false],
  ['Write "-----BEGIN PRIVATE KEY-----" here', false],
])('whether %j holds a private key: %s', (text, holds) => {
  expect(holdsPrivateKey(text)).toBe(holds)
})

test('a file that may be a key is known by its name, and one that is wanted by a !', () => {
  expect(['a.pem', 'b.KEY', 'c.tf', 'pem'].filter(mayBeKey)).toEqual(['a.pem', 'b.KEY'])
  expect(['a.pem', 'x/b.pem', 'b.pem'].filter(broughtBack('*.log\n!/b.pem'))).toEqual(['b.pem'])
})

rule('§19 modules', 'The ignore file of the CLI is read by the CLI’s own rules, where there is no other')
test.each<[string, string[], string[]]>([
  ['test/', ['test/a', 'x/test/a', 'test', 'testing/a'], ['test', 'testing/a']],
  // With git what lies in it would go too.
  ['test', ['test', 'test/a', 'x/test'], ['test/a']],
  ['/test/', ['test/a', 'x/test/a'], ['x/test/a']],
  ['*.log', ['a.log', 'x/b.log', 'a.logs', 'alog'], ['a.logs', 'alog']],
  ['docs/*.md', ['docs/a.md', 'x/docs/a.md', 'docs/x/a.md'], ['docs/x/a.md']],
  ['docs/**/a.md', ['docs/a.md', 'docs/x/y/a.md', 'docs/b.md'], ['docs/b.md']],
  ['a?b', ['axb', 'a/b', 'ab'], ['a/b', 'ab']],
  ['  # a comment\n\n', ['# a comment'], ['# a comment']],
  ['test/\n!test/keep', ['test/a', 'test/keep'], ['test/keep']],
  ['!test/keep\ntest/', ['test/a', 'test/keep'], []],
  ['[ab].tf\n(', ['a.tf', 'c.tf'], ['c.tf']],
  ['a\\*b', ['a*b', 'axb'], ['axb']],
])('the CLI’s rules %j', (text, paths, published) => {
  expect(paths.filter(publishedFiles(undefined, text))).toEqual(published)
  expect(paths.filter(publishedFiles('', text))).toEqual(paths)
})

test('the CLI’s rules pass over no folder as a whole, and bring back nothing that never belongs into a module', () => {
  expect(['test/', '.git/', 'id_rsa'].filter(publishedFiles(undefined, 'test/\n!.git/\n!id_rsa'))).toEqual([
    'test/',
  ])
})
