import { expect, test } from 'vitest'
import { cliNameWarnings, cliTokenVariable, isForSomeCli, moduleNamespaceWarnings } from './cli-names.js'
import { rule } from './rule.js'

const warningsOf = (name: string, namespace = 'acme') => cliNameWarnings({ namespace, name })

test.each(['cloud', 'my-cloud', 'Weather', 'a', 'a-1', 'terraformer', 'x-terraform-y'])(
  'nothing is said of %s',
  (name) => expect(warningsOf(name)).toEqual([]),
)

test.each([
  ['my_cloud', /named my_cloud: it has an underscore/],
  ['a--b', /two hyphens in a row/],
  ['-lead', /begins with a hyphen/],
  ['trail-', /ends with a hyphen/],
  ['terraform-foo', /begins with terraform-, .* Name it foo\.$/],
  ['terraform-provider-foo', /begins with terraform-provider-, .* Name it foo\.$/],
  ['Terraform-Provider-', /Use another name\.$/],
])('of %s it is said that the CLI cannot install it, and why', (name, sentence) => {
  expect(warningsOf(name).join(' ')).toMatch(sentence)
})

rule('§19 files of providers', 'The warning about a `_` says for which versions of which CLI it holds')
test('of an organization with an underscore it is said too, and which versions of which CLI refuse it', () => {
  expect(warningsOf('cloud', 'my_org')).toEqual([
    expect.stringMatching(
      /^Terraform before 1\.16 and OpenTofu cannot install providers of the namespace my_org: it has an underscore/,
    ),
  ])
  expect(warningsOf('cloud', 'my--org')).toEqual([expect.stringMatching(/^The CLI cannot install/)])
  expect(warningsOf('a_b', 'my_org')).toHaveLength(2)
  const takenOf = (name: string, namespace: string) => isForSomeCli({ name, namespace })
  expect([takenOf('cloud', 'acme'), takenOf('cloud', 'my_org')]).toEqual([true, true])
  expect([takenOf('cloud', 'my--org'), takenOf('a_b', 'acme'), takenOf('terraform-x', 'acme')]).toEqual([
    ...[false, false, false],
  ])
})

test.each([
  ['acme-', '-'],
  ['acme_', '_'],
])('of the namespace %s it is said that no CLI takes the address of a module in it', (namespace, end) => {
  expect(moduleNamespaceWarnings(namespace)).toEqual([
    `no CLI takes an address in the namespace ${namespace}, which ends in "${end}": rename the organization, so that its name ends in a letter or a digit`,
  ])
})

test.each(['acme', 'a_b', 'a--b', 'a1'])('of the namespace %s of a module nothing is said', (namespace) => {
  expect(moduleNamespaceWarnings(namespace)).toEqual([])
})

test('the variable for the token of a host has no character that a shell refuses', () => {
  expect(cliTokenVariable('registry.my-site.example')).toBe('TF_TOKEN_registry_my__site_example')
  expect(cliTokenVariable('registry.example:8443')).toBeUndefined()
})
