import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import {
  createModule,
  createVersion,
  listed,
  publish,
  put,
  registry,
  uploadLink,
} from '../modules/module-requests.js'
import { as, documentOf, must } from '../rest.js'
import { enginePublish, greeting, moduleFolder, type Outcome } from './engine-publish.js'
import { isFull } from '../full-run.js'

let app: TestApp
let owner: Person
let acme: Organization

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent', MODULE_UPLOAD_LIMIT: '100000' })
  owner = await app.make.user('ana')
  acme = await app.make.organization(owner, 'acme')
})
afterAll(() => app.stop())

/** Publishes a folder as the holder of a token. */
async function to(
  address: string,
  version: string,
  {
    token = owner.token,
    files = greeting as Readonly<Record<string, string>>,
    more = [] as readonly string[],
  } = {},
): Promise<Outcome> {
  const folder = await moduleFolder(files)
  const args = [folder, '--to', address, '--version', version, ...more]
  return enginePublish(args, { ENGINE_URL: app.url, ENGINE_TOKEN: token })
}

async function moduleAt(address: string) {
  const path = `/organizations/acme/registry-modules/private/${address}`
  const { status, body } = await as(app, owner).get(path)
  return status === 200 ? body.data.attributes : status
}

describe('publishing', () => {
  test('makes the module and the version, and shows how the module is called', async () => {
    const more = ['--description', 'A network', '--source-url', 'https://git.example/network']
    const { code, out, messages } = await to('acme/network/aws', '1.2.3', { more })
    expect({ code, out }).toEqual({
      code: 0,
      out: `Published acme/network/aws 1.2.3

module "network" {
  source  = "registry.test/acme/network/aws"
  version = "1.2.3"
}

The CLI finds registry.test by a host block in its configuration; the page of the module in the console shows it.
`,
    })
    expect(messages).toContain('Created the module acme/network/aws\nUploading: 0% of ')
    expect(await listed(app, owner, 'acme/network/aws')).toEqual(['1.2.3'])
    expect(await moduleAt('acme/network/aws')).toMatchObject({
      description: 'A network',
      'source-url': 'https://git.example/network',
      'version-statuses': [{ version: '1.2.3', status: 'ok' }],
    })
    const { sha256 } = await app.prisma.moduleVersion.findFirstOrThrow({ where: { version: '1.2.3' } })
    expect(messages).toContain(`SHA-256 ${sha256}`)
  })

  test.runIf(isFull)(
    'of the next version leaves the module as it is, but for what is said of it',
    async () => {
      await createModule(app, owner, 'acme/second/aws', { description: 'Old' })
      expect(await to('acme/second/aws', '1.0.0')).toMatchObject({ code: 0 })
      expect(await moduleAt('acme/second/aws')).toMatchObject({ description: 'Old' })
      expect(await to('acme/second/aws', '1.1.0', { more: ['--description', 'New'] })).toMatchObject({
        code: 0,
      })
      expect(await moduleAt('acme/second/aws')).toMatchObject({ description: 'New' })
      expect(await listed(app, owner, 'acme/second/aws')).toEqual(['1.1.0', '1.0.0'])
    },
  )

  test('of a module that has its sources in modules/* alone is published as the platform takes it', async () => {
    const files = { 'README.md': '# Roles', 'modules/role/main.tf': greeting['main.tf'] }
    const { code, messages } = await to('acme/roles/aws', '1.0.0', { files })
    expect(code, messages).toBe(0)
    const detail = await registry(app, owner, '/v1/modules/acme/roles/aws/1.0.0')
    expect([detail.status, detail.body.root.empty]).toEqual([200, true])
    expect(detail.body.submodules.map(({ path }: { path: string }) => path)).toEqual(['modules/role'])
    const none = await to('acme/nested/aws', '1.0.0', { files: { 'modules/a/b/main.tf': '' } })
    expect([none.code, none.messages]).toEqual([
      4,
      expect.stringContaining('nor right in a folder of modules/'),
    ])
    expect(await moduleAt('acme/nested/aws')).toBe(404)
  })

  test('of a version that is there ends with 5, also when it differs in build metadata alone', async () => {
    await createModule(app, owner, 'acme/third/aws')
    await publish(app, owner, 'acme/third/aws', '1.0.0')
    for (const version of ['1.0.0', '1.0.0+build.2']) {
      const { code, messages } = await to('acme/third/aws', version)
      expect(code).toBe(5)
      expect(messages).toContain(`acme/third/aws ${version} is published already`)
    }
  })

  test.runIf(isFull)('of a deleted number ends with 1, for nothing is there and nothing comes', async () => {
    await createModule(app, owner, 'acme/deleted/aws')
    await publish(app, owner, 'acme/deleted/aws', '1.0.0')
    await as(app, owner).delete('/organizations/acme/registry-modules/private/acme/deleted/aws/1.0.0')
    const { code, messages } = await to('acme/deleted/aws', '1.0.0')
    expect(code).toBe(1)
    expect(messages).toContain('Version has already been taken. It was published once and deleted since')
  })

  test.each(isFull ? ['pending', 'failed'] : ['failed'])(
    'of a version that is %s begins it anew',
    async (state) => {
      const address = `acme/${state}/aws`
      await createModule(app, owner, address)
      const link = await uploadLink(app, owner, address, '1.0.0')
      if (state === 'failed') expect((await put(app, link, Buffer.from('rubbish'))).status).toBe(422)
      const { code, messages } = await to(address, '1.0.0')
      expect(code).toBe(0)
      expect(messages).toContain('Publishing 1.0.0 again: its last upload failed')
      expect(await listed(app, owner, address)).toEqual(['1.0.0'])
    },
  )
})

describe('a token for one module', () => {
  const scoped = (...scopes: string[]) => app.make.token(owner, { scopes })

  test('is enough to publish it, and says what it could not do', async () => {
    await createModule(app, owner, 'acme/narrow/aws')
    const token = await scoped('publish:acme/narrow/aws')
    const { code, messages } = await to('acme/narrow/aws', '1.0.0', { token, more: ['--description', 'New'] })
    expect(code).toBe(0)
    expect(messages).toContain('stay as they were: this token may not change the module')
    const again = await to('acme/narrow/aws', '1.0.0', { token })
    expect(again.code, 'a token that may not read does not know that it is there').toBe(1)
    expect(again.messages).toContain('or was begun and never published: this token may not look')
  })

  test('makes that module where there is none yet, and no other', async () => {
    const token = await scoped('publish:acme/absent/aws')
    const { code, messages } = await to('acme/absent/azure', '1.0.0', { token })
    expect(code).toBe(1)
    expect(messages).toContain('nor may it create modules in acme')
    expect(await moduleAt('acme/absent/azure')).toBe(404)
    const made = await to('acme/absent/aws', '1.0.0', { token, more: ['--description', 'New'] })
    expect(made.messages).toContain('Created the module acme/absent/aws')
    expect(made.code).toBe(0)
    expect(await listed(app, owner, 'acme/absent/aws')).toEqual(['1.0.0'])
  })

  test.runIf(isFull)('that may read begins anew what was begun before and never published', async () => {
    await createModule(app, owner, 'acme/begun/aws')
    expect((await createVersion(app, owner, 'acme/begun/aws', '1.0.0')).status).toBe(201)
    const token = await scoped('read', 'publish:acme/begun/aws')
    const { code, messages } = await to('acme/begun/aws', '1.0.0', { token })
    expect(messages).toContain('Beginning 1.0.0 anew')
    expect(code).toBe(0)
    expect(await listed(app, owner, 'acme/begun/aws')).toEqual(['1.0.0'])
  })
})

describe('a refusal', () => {
  test('of the token ends with 1 and does not show the token', async () => {
    const token = 'at-unknown.atlasv1.secret'
    const { code, out, messages } = await to('acme/other/aws', '1.0.0', { token })
    expect([code, out]).toEqual([1, ''])
    expect(messages).toContain(`${app.url} does not accept the token`)
    expect(messages).not.toContain('secret')
  })

  test.runIf(isFull)('for want of rights, or of an organization, ends with 1', async () => {
    const member = await app.make.member(acme)
    for (const [address, token] of [
      ['acme/other/aws', member.token],
      ['acme/other/aws', (await app.make.user()).token],
      ['missing/other/aws', owner.token],
    ] as const) {
      const { code, messages } = await to(address, '1.0.0', { token })
      expect(code).toBe(1)
      expect(messages).toContain(`there is no module ${address}, or this token may not publish it`)
    }
    expect(await moduleAt('acme/other/aws')).toBe(404)
  })

  test.runIf(isFull)('of what --no-create keeps from being made ends with 1', async () => {
    expect(await to('acme/other/aws', '1.0.0', { more: ['--no-create'] })).toMatchObject({ code: 1 })
    expect(await moduleAt('acme/other/aws')).toBe(404)
  })

  test('of an archive above the limit ends with 4 and the platform’s own words', async () => {
    const files = { ...greeting, noise: randomBytes(3_000_000).toString('base64') }
    const { code, messages } = await to('acme/large/aws', '1.0.0', { files })
    expect(code).toBe(4)
    expect(messages).toMatch(/archive is larger than 100,000 bytes/)
  })

  test('before anything is sent, of code that does not parse, ends with 4 and names file and line', async () => {
    const files = { ...greeting, 'modules/net/main.tf': 'variable "a" {}\nvariable "b" {\n' }
    const { code, messages } = await to('acme/broken/aws', '1.0.0', { files })
    expect(code).toBe(4)
    expect(messages).toMatch(/^engine-publish: modules\/net\/main\.tf:2: Unclosed configuration block/)
    expect(await moduleAt('acme/broken/aws')).toBe(404)
  })
})

describe('a dry run of a module that is named', () => {
  const earlier = {
    'main.tf': 'engine {\n  required_version = ">= 1.3"\n}\nvariable "cidr" {\n  default = "x"\n}\n',
    'modules/net/main.tf': 'variable "zone" {\n  type = number\n}\n',
  }
  const later = {
    'main.tf':
      'engine {\n  required_version = ">= 1.5"\n}\nvariable "cidr" {\n  default  = "x"\n  nullable = false\n}\n',
    'modules/net/main.tf': 'variable "zone" {\n  type = string\n}\n',
  }
  const setPolicy = (policy: string) => {
    const body = documentOf('organizations', { 'module-interface-policy': policy })
    return must(as(app, owner).patch('/organizations/acme', { body }))
  }
  const dry = async (address: string, ...scopes: string[]): Promise<Outcome> => {
    const folder = await moduleFolder(later)
    const token = await app.make.token(owner, { scopes })
    const args = [folder, '--dry-run', '--to', address, '--version', '1.3.0']
    return enginePublish(args, { ENGINE_URL: app.url, ENGINE_TOKEN: token })
  }

  test('compares it with what is published, by a token that only reads, and leaves nothing', async () => {
    expect((await to('acme/promised/aws', '1.2.4', { files: earlier })).code).toBe(0)
    const { code, out, messages } = await dry('acme/promised/aws', 'read')
    expect([code, messages]).toEqual([0, ''])
    expect(out).toContain(`Compared with acme/promised/aws 1.2.4
  breaks callers
    input cidr no longer takes null
    the constraint on the engine was narrowed

1.3.0 breaks callers of 1.2.4: input cidr no longer takes null, the constraint on the engine was narrowed. By SemVer this is 2.0.0.
`)
    expect(await listed(app, owner, 'acme/promised/aws')).toEqual(['1.2.4'])
  })

  test('ends with 6 where the policy of the organization would refuse it, also by a token that only publishes it', async () => {
    const address = 'acme/guarded/aws'
    expect((await to(address, '1.2.4', { files: earlier })).code).toBe(0)
    const said =
      '1.3.0 breaks callers of 1.2.4: input cidr no longer takes null, the constraint on the engine was narrowed. ' +
      'By SemVer this is 2.0.0.'
    const dryRuns = () => Promise.all([dry(address, 'read'), dry(address, 'registry', `publish:${address}`)])
    try {
      await setPolicy('refuse')
      for (const { code, messages } of await dryRuns())
        expect([code, messages]).toEqual([
          6,
          `engine-publish: ${said} The policy refuse of ${address} would refuse it\n`,
        ])
      await setPolicy('warn')
      for (const { code, out } of await dryRuns())
        expect([code, out]).toEqual([
          0,
          expect.stringContaining(`${said}\nIt would be published all the same, by the policy warn.`),
        ])
    } finally {
      await setPolicy('observe')
    }
    expect(await listed(app, owner, address)).toEqual(['1.2.4'])
  })

  test('says that a module is not there, and of a token that may not look what it needs', async () => {
    for (const scope of ['read', 'registry'])
      expect((await dry('acme/unpublished/aws', scope)).out).toContain('this would be its first version')
    expect(await dry('acme/unpublished/aws', 'publish:acme/unpublished/aws')).toMatchObject({
      code: 1,
      messages: expect.stringContaining('this token may not read it: it needs the scope registry or read'),
    })
  })
})
