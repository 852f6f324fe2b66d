import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../cli-fixtures.js'
import { oneLine, type CliFolder } from '../support/cli.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { restOf, type Rest } from '../support/rest.js'
import { apply, cloudBlock, greeting, succeed } from '../support/states.js'

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

test('of two CLIs one waits: who holds the lock shows, and force-unlock frees what a killed one left', async ({
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
  const results = await Promise.all(
    [cli, other].map((each) => each.run('apply', '-auto-approve', '-input=false')),
  )
  expect(results.some(({ code }) => code === 0)).toBe(true)
  for (const { code, output } of results)
    if (code !== 0) expect(oneLine(output)).toContain('Error acquiring the state lock')

  // As a CLI leaves it that is killed meanwhile.
  const { id = '' } = (await workspace(rest, org, 'net')) ?? {}
  expect((await rest.post(`/workspaces/${id}/actions/lock`, '', { reason: 'killed' })).status).toBe(200)
  const blocked = await cli.run('apply', '-auto-approve', '-input=false')
  expect(blocked.code).not.toBe(0)
  expect(oneLine(blocked.output)).toContain('workspace already locked')
  const again = await restOf(apiUrl, platform.adminToken).post(`/workspaces/${id}/actions/lock`, '', {})
  expect(again.errors?.[0]?.detail).toMatch(/^The workspace is locked by \S+ since \S+: killed$/)
  await succeed(cli, 'force-unlock', '-force', `${org}/net`)
  await apply(cli)
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
