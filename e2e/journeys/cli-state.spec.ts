import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../cli-fixtures.js'
import { oneLine, type CliFolder } from '../support/cli.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { restOf, type Rest } from '../support/rest.js'
import { apply, cloudBlock, greeting, succeed, waiting } from '../support/states.js'

test.use({ settings: { ENGINE_ALIASES: 'terraform' } })

let hasVersion = false
/** An organization whose workspaces can be made: there is a version for them. */
async function organization(rest: Rest, name: string): Promise<string> {
  if (!hasVersion) await addEngineVersion(rest, '1.11.4').catch(() => undefined)
  hasVersion = true
  await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
  return name
}

const workspace = async (rest: Rest, org: string, name: string) =>
  (await rest.get(`/organizations/${org}/workspaces/${name}`)).data

async function configure(cli: CliFolder, backend: string, text = 'one'): Promise<void> {
  await cli.write('main.tf', backend + greeting(text))
  await succeed(cli, 'init', '-input=false')
}

test('@full a configuration that names a project works with the one that there is, and says so of others', async ({
  platform,
  cli,
}) => {
  const { rest, way } = platform
  const org = await organization(rest, 'by-project')
  await configure(cli, cloudBlock(way.host, org, 'name = "net"\n      project = "Default Project"'))
  expect(await apply(cli)).toContain('1 added')
  await cli.write('main.tf', cloudBlock(way.host, org, 'name = "dns"\n      project = "network"'))
  const { code, output } = await cli.run('init', '-input=false')
  expect(code).not.toBe(0)
  expect(oneLine(output)).toContain('Default Project')
  expect(await workspace(rest, org, 'dns')).toBeUndefined()
})

test('a team keeps its state here: init, plan, apply, output, state, destroy', async ({
  platform,
  cli,
  openCli,
}) => {
  const { rest, way } = platform
  const org = await organization(rest, 'keeping')
  const block = cloudBlock(way.host, org, 'name = "net"')
  await configure(cli, block)
  expect(await succeed(cli, 'plan', '-input=false')).toContain('1 to add')
  expect(await apply(cli)).toContain('1 added')
  expect((await workspace(rest, org, 'net'))?.attributes).toMatchObject({
    locked: false,
    'resource-count': 1,
  })

  // A colleague sees the same.
  const colleague = await openCli({ token: platform.adminToken })
  await configure(colleague, block, 'two')
  expect(await succeed(colleague, 'output', '-raw', 'secret')).toBe('secret of one')
  expect(JSON.parse(await succeed(colleague, 'output', '-json'))).toMatchObject({ open: { value: 'one' } })
  expect(await apply(colleague)).toContain('1 changed')

  expect(await succeed(cli, 'state', 'list')).toBe('terraform_data.it\n')
  expect(await succeed(cli, 'state', 'show', 'terraform_data.it')).toContain('"two"')
  await succeed(cli, 'state', 'mv', 'terraform_data.it', 'terraform_data.moved')
  expect(await succeed(cli, 'state', 'list')).toBe('terraform_data.moved\n')
  const pulled = await succeed(cli, 'state', 'pull')
  await succeed(cli, 'state', 'rm', 'terraform_data.moved')
  expect((await workspace(rest, org, 'net'))?.attributes).toMatchObject({ 'resource-count': 0 })
  // The serial went on since: the CLI refuses what is stale, and takes what follows.
  await cli.write('old.json', pulled)
  expect((await cli.run('state', 'push', 'old.json')).code).not.toBe(0)
  const state = JSON.parse(pulled) as { serial: number }
  await cli.write('new.json', JSON.stringify({ ...state, serial: state.serial + 10 }))
  await succeed(cli, 'state', 'push', 'new.json')
  expect(await succeed(cli, 'state', 'list')).toBe('terraform_data.moved\n')
  expect(await succeed(cli, 'destroy', '-auto-approve', '-input=false')).toContain('1 destroyed')
  expect((await workspace(rest, org, 'net'))?.attributes).toMatchObject({
    locked: false,
    'resource-count': 0,
  })
})

test('a workspace set to latest or to a constraint is used by the CLI, and stays set to it', async ({
  platform,
  cli,
}) => {
  const { rest, way } = platform
  const org = await organization(rest, 'following')
  const words = { any: 'latest', minor: '~> 1.11.0' }
  for (const [name, version] of Object.entries(words))
    await rest.create(`/organizations/${org}/workspaces`, 'workspaces', {
      name,
      'terraform-version': version,
    })
  const remote = (name: string) =>
    `terraform {\n  backend "remote" {\n    hostname     = "${way.host}"\n    organization = "${org}"\n    workspaces {\n      name = "${name}"\n    }\n  }\n}\n`
  for (const [name, version] of Object.entries(words))
    for (const [text, block] of [
      [`${name}, cloud`, cloudBlock(way.host, org, `name = "${name}"`)],
      [`${name}, remote`, remote(name)],
    ] as const) {
      await rm(join(cli.path, '.terraform'), { recursive: true, force: true })
      await configure(cli, block, text)
      expect(await apply(cli)).toMatch(/1 (added|changed)/)
      expect(await succeed(cli, 'output', '-raw', 'open')).toBe(text)
      expect((await workspace(rest, org, name))?.attributes).toMatchObject({
        'terraform-version': version,
        'resolved-engine-version': expect.stringMatching(/^1\.11\./),
      })
    }
})

test('a local state moves in, and out again', async ({ platform, cli }) => {
  const { rest, way } = platform
  const org = await organization(rest, 'moving')
  await configure(cli, '')
  await apply(cli)
  await cli.write('main.tf', cloudBlock(way.host, org, 'name = "net"') + greeting('one'))
  const moved = await cli.answer('yes', 'init')
  expect(moved.code, moved.output).toBe(0)
  expect((await workspace(rest, org, 'net'))?.attributes).toMatchObject({ 'resource-count': 1 })
  expect(await succeed(cli, 'plan', '-input=false')).toContain('No changes')

  const pulled = await succeed(cli, 'state', 'pull')
  await cli.write('main.tf', greeting('one'))
  await rm(join(cli.path, '.terraform'), { recursive: true })
  await cli.write('terraform.tfstate', pulled)
  await succeed(cli, 'init', '-input=false')
  expect(await succeed(cli, 'plan', '-input=false')).toContain('No changes')
  expect(await readFile(join(cli.path, 'terraform.tfstate'), 'utf8')).toContain('terraform_data')
})

test('workspaces are made, listed, selected and deleted by their tags', async ({ platform, cli }) => {
  const { rest, way } = platform
  const org = await organization(rest, 'tagging')
  await cli.write('main.tf', cloudBlock(way.host, org, 'tags = ["app", "prod"]') + greeting('one'))
  const made = await cli.answer('blue', 'init')
  expect(made.code, made.output).toBe(0)
  await succeed(cli, 'workspace', 'new', 'green')
  await rest.create(`/organizations/${org}/workspaces`, 'workspaces', { name: 'other' })
  await succeed(cli, 'workspace', 'select', 'blue')
  const list = await succeed(cli, 'workspace', 'list')
  expect(list).toMatch(/\* blue\s+green/)
  expect(list).not.toContain('other')
  await apply(cli)
  await succeed(cli, 'workspace', 'select', 'green')
  expect((await cli.run('workspace', 'delete', 'blue')).code).not.toBe(0)
  expect(await workspace(rest, org, 'blue')).toBeDefined()
  await succeed(cli, 'workspace', 'delete', '-force', 'blue')
  expect(await workspace(rest, org, 'blue')).toBeUndefined()
})

test('workspaces are found by tags with values', async ({ platform, cli }) => {
  const { rest, way } = platform
  const org = await organization(rest, 'binding')
  await cli.write('main.tf', cloudBlock(way.host, org, 'tags = { env = "prod" }') + greeting('one'))
  const made = await cli.answer('blue', 'init')
  expect(made.code, made.output).toBe(0)
  expect(await succeed(cli, 'workspace', 'list')).toContain('* blue')
  expect(await apply(cli)).toContain('1 added')
})

test('a workspace that exists gets the tags of the configuration when its name is given to init', async ({
  platform,
  cli,
  openCli,
}) => {
  const { rest, way } = platform
  const org = await organization(rest, 'adopting')
  await rest.create(`/organizations/${org}/workspaces`, 'workspaces', { name: 'old' })
  for (const [folder, tags] of [
    [cli, '["app"]'],
    [await openCli({ token: platform.adminToken }), '{ env = "prod" }'],
  ] as const) {
    await folder.write('main.tf', cloudBlock(way.host, org, `tags = ${tags}`) + greeting('one'))
    const adopted = await folder.answer('old', 'init')
    expect(adopted.code, adopted.output).toBe(0)
    expect(await succeed(folder, 'workspace', 'list')).toContain('* old')
  }
  expect((await workspace(rest, org, 'old'))?.attributes['tag-names']).toEqual(['app', 'env'])
  expect(await apply(cli)).toContain('1 added')
})

test('a number with more digits than programs hold is in the state, and in REST, as it was applied', async ({
  platform,
  cli,
}) => {
  const { rest, way } = platform
  const org = await organization(rest, 'counting')
  const digits = '12345678901234567890123'
  await configure(cli, `${cloudBlock(way.host, org, 'name = "net"')}output "many" { value = ${digits} }\n`)
  await apply(cli)
  expect(await succeed(cli, 'state', 'pull')).toContain(`"value": ${digits}`)
  expect(await succeed(cli, 'plan', '-input=false')).toContain('No changes')
  const { id } = (await workspace(rest, org, 'net')) ?? {}
  const headers = { Authorization: `Bearer ${platform.adminToken}` }
  const outputs = await fetch(`${platform.apiUrl}/api/v2/workspaces/${id}/current-state-version-outputs`, {
    headers,
  })
  expect(await outputs.text()).toContain(`"value":${digits}`)
})

/** Begins an apply that holds the lock until the file `go` is there; resolves once it has it. */
async function applyUntilGo(rest: Rest, cli: CliFolder, org: string, block: string) {
  await cli.write('main.tf', block + waiting('go'))
  const run = cli.begin('apply', '-auto-approve', '-input=false')
  await expect.poll(async () => (await workspace(rest, org, 'net'))?.attributes['locked']).toBe(true)
  return run
}

test('of two CLIs that write at once one is told that the other holds the lock, and REST says who', async ({
  platform,
  cli,
  openCli,
}) => {
  const { rest, way, apiUrl } = platform
  const org = await organization(rest, 'racing')
  const block = cloudBlock(way.host, org, 'name = "net"')
  await configure(cli, block)
  const other = await openCli({ token: platform.adminToken })
  await configure(other, block)
  const first = await applyUntilGo(rest, cli, org, block)
  const second = await other.run('apply', '-auto-approve', '-input=false')
  expect(second.code).not.toBe(0)
  expect(oneLine(second.output)).toContain('Error acquiring the state lock')
  expect(oneLine(second.output)).toContain('workspace already locked')
  const { id = '' } = (await workspace(rest, org, 'net')) ?? {}
  const told = await restOf(apiUrl, platform.adminToken).post(`/workspaces/${id}/actions/lock`, '', {})
  const holder = /^The workspace is locked by User \S+ since \S+: Locked by Terraform$/
  expect(told.errors?.[0]?.detail).toMatch(holder)
  await cli.write('go', '')
  expect((await first.ended).output).toContain('2 added')
  expect(await apply(other)).toContain('1 destroyed')
  expect((await workspace(rest, org, 'net'))?.attributes).toMatchObject({
    locked: false,
    'resource-count': 1,
  })
})

test('the lock that a killed CLI has left is freed by force-unlock, and nothing is lost', async ({
  platform,
  cli,
  openCli,
}) => {
  const { rest, way } = platform
  const org = await organization(rest, 'killing')
  const block = cloudBlock(way.host, org, 'name = "net"')
  await configure(cli, block)
  await apply(cli)
  const run = await applyUntilGo(rest, cli, org, block)
  run.kill()
  await run.ended
  await cli.write('go', '')
  const colleague = await openCli({ token: platform.adminToken })
  await configure(colleague, block, 'two')
  const blocked = await colleague.run('apply', '-auto-approve', '-input=false')
  expect([blocked.code === 0, oneLine(blocked.output)]).toEqual([
    false,
    expect.stringContaining('workspace already locked'),
  ])
  await succeed(colleague, 'force-unlock', '-force', `${org}/net`)
  await apply(colleague)
  expect(await succeed(colleague, 'output', '-raw', 'open')).toBe('two')
  expect((await workspace(rest, org, 'net'))?.attributes['locked']).toBe(false)
})

test('a token for one workspace alone works for its CLI, and finds no other', async ({
  platform,
  openCli,
}) => {
  const { rest, way } = platform
  const org = await organization(rest, 'scoped')
  for (const name of ['net', 'other'])
    await rest.create(`/organizations/${org}/workspaces`, 'workspaces', { name })
  const { id } = await rest.create(`/organizations/${org}/teams`, 'teams', {
    name: 'ci',
    'organization-access': { 'manage-workspaces': true },
  })
  const scopes = { description: 'ci', scopes: [`workspace:${org}/net`] }
  const made = await rest.create(`/teams/${id}/authentication-tokens`, 'authentication-tokens', scopes)
  const ci = await openCli({ token: String(made.attributes['token']) })
  await configure(ci, cloudBlock(way.host, org, 'name = "net"'))
  expect(await apply(ci)).toContain('1 added')
  expect(await succeed(ci, 'output', '-raw', 'secret')).toBe('secret of one')
  await ci.write('main.tf', cloudBlock(way.host, org, 'name = "other"') + greeting('one'))
  expect((await ci.run('init', '-input=false', '-reconfigure')).code).not.toBe(0)
})

test('under `refuse` the engine policy refuses the lock with its sentence, and nothing happens', async ({
  platform,
  cli,
}) => {
  const { rest, way } = platform
  const org = await organization(rest, 'refusing')
  const { id } = await addEngineVersion(rest, '1.11.3')
  await rest.create(`/organizations/${org}/workspaces`, 'workspaces', {
    name: 'net',
    'engine-version': '1.11.3',
  })
  await configure(cli, cloudBlock(way.host, org, 'name = "net"'))
  await rest.patch(`/admin/engine-versions/${id}`, 'engine-versions', {
    deprecated: true,
    'deprecated-reason': 'It loses states',
  })
  await rest.patch(`/admin/organizations/${org}`, 'organizations', { 'engine-policy': 'refuse' })
  const refused = await cli.run('apply', '-auto-approve', '-input=false')
  expect(refused.code).not.toBe(0)
  expect(oneLine(refused.output)).toContain('Engine version 1.11.3 is deprecated: It loses states.')
  expect((await workspace(rest, org, 'net'))?.attributes).toMatchObject({
    locked: false,
    'resource-count': 0,
  })
})

test('the `remote` backend works as well', async ({ platform, cli }) => {
  const { rest, way } = platform
  const org = await organization(rest, 'remote-ones')
  const backend = `terraform {
  backend "remote" {
    hostname     = "${way.host}"
    organization = "${org}"
    workspaces {
      name = "net"
    }
  }
}
`
  await configure(cli, backend)
  expect(await apply(cli)).toContain('1 added')
  expect(await succeed(cli, 'state', 'list')).toBe('terraform_data.it\n')
  expect(await succeed(cli, 'output', '-raw', 'open')).toBe('one')
})
