import { expect, test } from 'vitest'
import { publishedFiles } from './published-files.js'

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
