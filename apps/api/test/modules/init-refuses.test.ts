import { expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { rule } from '@engine/shared/rule'
import { as } from '../rest.js'
import { createModule, modulePath, put, uploadLink } from './module-requests.js'
import { Publisher } from './publisher.js'

const publisher = await Publisher.open()
const { app, owner } = publisher

/** Publishes a module of these files and returns its status, error and warnings. */
async function published(files: Readonly<Record<string, string | Buffer>>, at?: string) {
  const address = at ?? (await publisher.freshModule())
  const bytes = archive(...Object.entries(files).map(([path, text]) => file(path, text)))
  const { status } = await put(app, await uploadLink(app, owner, address, '1.0.0'), bytes)
  const shown = await as(app, owner).get(`${modulePath(address)}/version?module_version=1.0.0`)
  const { status: became, error, warnings } = shown.body.data.attributes
  return { status, became, error, warnings }
}

const variable = 'variable "a" {\n  default = 1\n}\n'

test.each([
  [
    'count with for_each',
    'resource "a_b" "x" {\n  count    = 1\n  for_each = {}\n}\n',
    /^main\.tf:6: resource "a_b" "x" has both/,
  ],
  [
    'a call that leads nowhere',
    'module "m" {\n  source = "./none"\n}\n',
    /^main\.tf:4: module "m" calls the folder "\.\/none"/,
  ],
])('a module with %s is refused with file and line, and published nothing', async (_, text, error) => {
  const { status, ...became } = await published({ 'main.tf': variable + text })
  expect(status).toBe(422)
  expect(became).toEqual({ became: 'reg_ingress_failed', error: expect.stringMatching(error), warnings: [] })
})

test.each([
  [
    'a type in quotes',
    'variable "b" {\n  type = "string"\n}\n',
    /^in main\.tf:5: variable "b" has its type in quotes, /,
  ],
  ['an unknown block', 'varible "b" {}\n', /^in main\.tf:4: there is a block "varible", /],
])('a module with %s is published with a warning', async (_, text, warning) => {
  expect(await published({ 'main.tf': variable + text })).toEqual({
    ...{ status: 200, became: 'ok', error: null },
    warnings: [expect.stringMatching(warning)],
  })
})

rule('§1 names', 'A version in a namespace that ends in "-" or "_" says that no CLI takes its address')
test.each(['acme-', 'acme_', 'ac--me'])(
  'a module of %s is published with a warning if no CLI takes its address',
  async (name) => {
    await app.make.organization(owner, name)
    await createModule(app, owner, `${name}/net/aws`)
    expect(await published({ 'main.tf': variable }, `${name}/net/aws`)).toEqual({
      ...{ status: 200, became: 'ok', error: null },
      warnings:
        name === 'ac--me'
          ? []
          : [
              `no CLI takes an address in the namespace ${name}, which ends in "${name.slice(-1)}": rename the organization, so that its name ends in a letter or a digit`,
            ],
    })
  },
)

test('a module with names that Windows cannot have is published with a warning of each', async () => {
  const files = { 'main.tf': variable, 'aux.tf': '', 'files/con': '', 'when:now.txt': '', 'end. ': '' }
  const found = await published(files)
  expect(found).toMatchObject({ status: 200, became: 'ok', error: null })
  expect(found.warnings.map((warning: string) => /"([^"]+)"/.exec(warning)?.[1]).sort()).toEqual([
    ...['aux.tf', 'end. ', 'files/con', 'when:now.txt'],
  ])
})

test('a README in UTF-16 is read, one in another alphabet has a warning', async () => {
  const readme = Buffer.from('\ufeff# Übersicht\r\n', 'utf16le')
  const found = await published({ 'main.tf': variable, 'README.md': readme })
  expect(found).toEqual({ status: 200, became: 'ok', error: null, warnings: [] })
  const latin = await published({
    'main.tf': variable,
    'README.md': Buffer.from('# \xdcbersicht\n', 'latin1'),
  })
  expect(latin.warnings).toEqual([expect.stringMatching(/^the characters of README\.md are not UTF-8/)])
})
