import { consoleHeaders, expect, goTo, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion, engineVersion } from '../support/engine-versions.js'

/** Values of tokens, whatever they are for, begin so. */
const anyToken = /eng[a-z]_[0-9A-Za-z]{43}/

test('only the console’s own pages can change something', async ({ page, platform }) => {
  const { consoleUrl } = platform
  const own = consoleHeaders(platform)
  await signIn(page, platform)
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

  const strangers: Record<string, Record<string, string>> = {
    'without Origin': { 'X-Engine-Console': '1' },
    'from another origin': { ...own, Origin: 'https://evil.example' },
    'from the same host on another port': { ...own, Origin: 'http://localhost:1' },
    'from an opaque origin': { ...own, Origin: 'null' },
    'without the console’s header': { Origin: consoleUrl },
  }
  for (const [who, headers] of Object.entries(strangers))
    await test.step(who, async () => {
      for (const path of ['graphql', 'sign-in', 'sign-out', 'set-up']) {
        const response = await fetch(`${consoleUrl}/console/${path}`, {
          method: 'POST',
          headers: { ...headers, cookie, 'content-type': 'application/json' },
          body: '{}',
        })
        expect(response.status, path).toBe(403)
        expect(response.headers.get('set-cookie'), path).toBeNull()
      }
    })

  await test.step('a form on a foreign page cannot sign a user out', async () => {
    await page.route('http://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${consoleUrl}/console/sign-out"><button>Win a prize</button></form>`,
      }),
    )
    await page.goto('http://evil.example/')
    const refused = page.waitForResponse(/sign-out/)
    await page.getByRole('button', { name: 'Win a prize' }).click()
    expect((await refused).status()).toBe(403)
  })

  await test.step('the session has outlived all of it', async () => {
    await page.goto(consoleUrl)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  })
})

test('the browser never holds a bearer token', async ({ page, platform }) => {
  const { consoleUrl } = platform
  const seen: string[] = []
  const reads: Promise<unknown>[] = []
  page.on('response', (response) => {
    if (
      response.request().isNavigationRequest() ||
      /json|x-component/.test(response.headers()['content-type'] ?? '')
    )
      reads.push(
        response.text().then(
          (text) => seen.push(text),
          () => undefined,
        ),
      )
  })

  await test.step('the cookie is sealed, out of reach of scripts and of foreign pages', async () => {
    await signIn(page, platform)
    const [cookie, ...others] = await page.context().cookies()
    expect(others).toEqual([])
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.value).not.toMatch(anyToken)
  })

  await test.step('no answer, page or storage shows it', async () => {
    await page.goto(consoleUrl)
    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
    for (const name of ['Engine versions', 'My tokens', 'Overview']) await goTo(page, name)
    const storedText = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, window.name]),
    )
    await Promise.all(reads)
    expect(seen.length).toBeGreaterThan(3)
    for (const text of [await page.content(), storedText, ...seen]) expect(text).not.toMatch(anyToken)
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })
})

test('no page allows an inline script, and none needs one', async ({ page, platform, browser }) => {
  const { consoleUrl, rest } = platform
  const { id } = await addEngineVersion(rest, '8.1.0')

  // That no violation was reported while walking is seen to by the fixture of every test.
  async function walk(pages: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(pages))
      await test.step(path, async () => {
        const response = await page.goto(`${consoleUrl}${path}`)
        const policy = response?.headers()['content-security-policy'] ?? ''
        const directives = Object.fromEntries(
          policy.split('; ').map((directive) => [directive.split(' ')[0], directive]),
        )
        expect(directives['script-src']).toContain("'nonce-")
        expect(directives['script-src']).not.toMatch(/unsafe-(inline|eval|hashes)|https?:|\*/)
        expect(directives).toMatchObject({
          'object-src': "object-src 'none'",
          'base-uri': "base-uri 'none'",
          'frame-ancestors': "frame-ancestors 'none'",
        })
        await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
      })
  }
  await walk({ '/sign-in': 'User name or e-mail', '/set-up': 'User name or e-mail' })
  await signIn(page, platform)
  await walk({
    '/': 'Overview',
    '/engine-versions': '8.1.0',
    '/engine-versions?search=nothing-like-it': 'No engine version matches',
    '/engine-versions/new': 'Version number',
    '/engine-versions/constraint?constraint=%7E%3E+8.1': '8.1.0',
    [`/engine-versions/${id}`]: 'No workspace uses this version.',
    [`/engine-versions/${id}?dialog=deprecate`]: 'Deprecate 8.1.0',
    [`/engine-versions/${id}/edit`]: 'Edit 8.1.0',
    '/app/settings/tokens': 'scripts and CI sign in with a token',
    '/app/settings/tokens?dialog=create': 'What is it for?',
    '/no-such-page': 'There is nothing here',
  })

  await test.step('what is slipped into a page does not run', async () => {
    const victim = await browser.newPage()
    await victim.goto(`${consoleUrl}/sign-in`)
    const refused = victim.waitForEvent('console', (message) =>
      /content security policy/i.test(message.text()),
    )
    await victim.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.hurt = true">')
    })
    await refused
    expect(await victim.evaluate(() => 'hurt' in window)).toBe(false)
    await victim.close()
  })
})

test('what people type stays text', async ({ page, platform }) => {
  const { consoleUrl, rest } = platform
  const script = '<script>window.hurt = true</script>'
  const image = '<img src="x" onerror="window.hurt = true">'

  await test.step('in a version’s number it is refused', async () => {
    const answer = await rest.post('/admin/engine-versions', 'engine-versions', {
      ...engineVersion('8.2.0'),
      version: `8.2.0-${script}`,
    })
    expect(answer).toMatchObject({ status: 422, errors: [{ detail: 'Version is invalid' }] })
  })

  await test.step('an address can be no script', async () => {
    const url = 'javascript:window.hurt=true'
    const answer = await rest.post(
      '/admin/engine-versions',
      'engine-versions',
      engineVersion('8.2.0', { url }),
    )
    expect(answer).toMatchObject({ status: 422, errors: [{ detail: 'Url is invalid' }] })
  })

  const { id } = await addEngineVersion(rest, '8.2.0', {
    deprecated: true,
    'deprecated-reason': `${script} ${image}`,
  })
  await signIn(page, platform)

  await test.step('in a reason it is read as it was written', async () => {
    await page.goto(`${consoleUrl}/engine-versions/${id}`)
    await expect(page.getByRole('alert').filter({ hasText: 'deprecated' })).toContainText(
      `${script} ${image}`,
    )
    await page.goto(`${consoleUrl}/engine-versions/${id}/edit`)
    await expect(page.getByLabel('Reason for the deprecation')).toHaveValue(`${script} ${image}`)
  })

  await test.step('in the description of a token too', async () => {
    await page.goto(`${consoleUrl}/app/settings/tokens?dialog=create&scope=all`)
    await page.getByRole('dialog').getByLabel('Description').fill(image)
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(rowOf(page, image)).toBeVisible()
  })

  await test.step('and in the address of the page', async () => {
    await page.goto(`${consoleUrl}/engine-versions?search=${encodeURIComponent(image)}`)
    await expect(page.getByText('No engine version matches')).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search versions' })).toHaveValue(image)
  })

  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
})

test('an upload passes for the console’s own pages alone, and leads to upload links alone', async ({
  page,
  platform,
}) => {
  const { consoleUrl, apiUrl } = platform
  const own = { ...consoleHeaders(platform), 'X-Engine-Upload': `${apiUrl}/api/uploads/object/modver-1?x=1` }
  const put = async (headers: Record<string, string>): Promise<number> => {
    const answer = await fetch(`${consoleUrl}/console/upload`, { method: 'PUT', headers, body: 'bytes' })
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    return answer.status
  }
  expect(await put(own)).toBe(401)
  await signIn(page, platform)
  const cookies = await page.context().cookies()
  const signedIn = { ...own, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  expect(await put({ ...signedIn, Origin: 'https://evil.example' })).toBe(403)
  expect(await put({ ...signedIn, 'X-Engine-Console': '' })).toBe(403)
  expect(await put({ ...signedIn, 'X-Engine-Upload': `${apiUrl}/graphql` })).toBe(400)
  expect(await put(signedIn), 'a link that was never made').toBe(404)
})
