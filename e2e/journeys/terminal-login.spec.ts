import { addMember, expect, rowOf, test } from '../fixtures.js'
import { byDiscovery, cliConfiguration, engineCli, noCli, openCliFolder } from '../support/cli.js'
import { openTlsFront } from '../support/tls-front.js'

test('a signed-out user logs the CLI in by the browser: signs in, sees who asks, and agrees', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  test.skip(engineCli === undefined, noCli)
  test.skip(
    ['darwin', 'win32'].includes(process.platform),
    'SKIPPED: the CLI trusts no certificate of a test',
  )
  const person = await addMember(platform, 'terry')
  const front = await openTlsFront()
  front.leadTo(platform.apiUrl)
  const way = byDiscovery(front)
  const cli = await openCliFolder(cliConfiguration(way), way.variables)

  const login = await cli.login(way.host, async (url) => {
    await page.goto(url)
    await page.getByLabel('User name or e-mail').fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Log in to the CLI' })).toBeVisible()
    await expect(page.getByText('terry (terry@example.com)')).toBeVisible()
    await inspect('cli-login')
    // The CLI may close its port as soon as it has the code, before the browser has its page.
    const told = page.waitForRequest(/^http:\/\/localhost:100\d\d\/login\?/)
    await page.getByRole('button', { name: 'Log in as terry' }).click()
    await told
  })
  expect(login.code, login.output).toBe(0)
  expect(login.output).toMatch(/Success! \w+ has obtained and saved an API token/)

  const after = await page.context().newPage()
  await after.goto(`${platform.consoleUrl}/app/settings/tokens`)
  await expect(rowOf(after, `engine CLI login, ${new Date().toISOString().slice(0, 10)}`)).toBeVisible()
  await cli.remove()
  await front.close()
})

const good = {
  client_id: 'engine-cli',
  redirect_uri: 'http://localhost:10000/login',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'theirs',
}

test('@full a user who does not agree is not logged in, and an address that no CLI made is refused', async ({
  page,
  platform,
  inspect,
}) => {
  const person = await addMember(platform, 'doubtful')
  const address = (query: object) =>
    `${platform.consoleUrl}/oauth/authorization?${new URLSearchParams({ ...good, ...query }).toString()}`
  await page.goto(address({}))
  await page.getByLabel('User name or e-mail').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Do not log in' }).click()
  await expect(page.getByText('You were not logged in.')).toBeVisible()
  await inspect('cli-login-declined')

  await page.goto(address({ redirect_uri: 'https://evil.example/login' }))
  await expect(page.getByText('This request does not come from the CLI')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Log in as/ })).toHaveCount(0)
  await inspect('cli-login-refused')
})
