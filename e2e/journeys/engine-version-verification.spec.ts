import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { administrator, expect, rowOf, signIn, test } from '../fixtures.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform } from '../support/platform.js'

const file = Buffer.alloc(3_000_000, 'an engine, packed. ')
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** A server of files that answers each path as the test says. */
async function fileServer() {
  const answers: Record<string, RequestListener> = {}
  const server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => (server.closeAllConnections(), server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answers, close }
}

test('an administrator lets the platform verify the files behind a version', async ({ page, inspect }) => {
  test.slow()
  const { step } = test
  const files = await fileServer()
  const { answers } = files
  const started = await startPlatform({ settings: { EGRESS_ALLOW: '127.0.0.1' } })
  try {
    const platform = living(started, administrator, await createAdministrator(started))
    const { rest, consoleUrl } = platform
    const archs = [
      { os: 'linux', arch: 'amd64', url: `${files.url}/linux.zip`, sha: sha256(file) },
      { os: 'darwin', arch: 'arm64', url: `${files.url}/mac.zip`, sha: sha256(file) },
    ]
    const { id } = await rest.create('/admin/engine-versions', 'engine-versions', { version: '1.9.8', archs })
    await signIn(page, platform)
    await page.goto(`${consoleUrl}/engine-versions/${id}`)
    const panel = page.getByRole('region', { name: 'Verification' })
    const of = (platformName: string) => panel.getByRole('listitem').filter({ hasText: platformName })

    await step('while a file is read a bar says how far it is', async () => {
      await expect(of('linux amd64')).toContainText('Not verified')
      let sendRest = (): void => {}
      const arrived = new Promise<void>((resolve) => {
        answers['/linux.zip'] = (_, response) => {
          response.writeHead(200, { 'content-length': file.length })
          response.write(file.subarray(0, 1_200_000))
          sendRest = () => response.end(file.subarray(1_200_000))
          resolve()
        }
        answers['/mac.zip'] = (_, response) => response.end(file)
      })
      await panel.getByRole('button', { name: 'Verify checksums' }).click()
      await arrived
      await expect(of('linux amd64')).toContainText('1.2 MB of 3 MB read')
      await expect(panel.getByRole('progressbar', { name: 'Verification of linux amd64' })).toHaveAttribute(
        'aria-valuenow',
        '40',
      )
      await expect(panel.getByRole('button', { name: 'Verify again' })).toHaveAttribute('aria-disabled')
      await inspect('engine-version-verification-running')
      sendRest()
    })

    await step('each file that is what its checksum says has passed', async () => {
      for (const name of ['linux amd64', 'darwin arm64'])
        await expect(of(name)).toContainText('The file matches its checksum (3 MB).')
      await expect(panel.getByRole('status')).toHaveText('Verified: 2 files passed, 0 did not')
      await expect(of('linux amd64')).toContainText('asked for by ada')
      await inspect('engine-version-verification-passed')
    })

    await step(
      'a file that was replaced is told with the checksum that it has, one that is gone with why',
      async () => {
        answers['/linux.zip'] = (_, response) => response.end('something else')
        answers['/mac.zip'] = (_, response) => response.writeHead(404).end()
        await panel.getByRole('button', { name: 'Verify again' }).click()
        await expect(of('linux amd64')).toContainText(sha256('something else'))
        await expect(of('darwin arm64')).toContainText(
          'The file could not be read: it was answered with 404.',
        )
        await inspect('engine-version-verification-failed')
      },
    )

    await step('the list says so too', async () => {
      await page.goto(`${consoleUrl}/engine-versions`)
      await expect(rowOf(page, '1.9.8')).toContainText('Wrong file')
      await expect(rowOf(page, '1.9.8')).toContainText('File unreachable')
      await inspect('engine-versions-wrong-file')
    })

    await step('a changed checksum makes it void; the other file is as it was', async () => {
      await rest.patch(`/admin/engine-versions/${id}`, 'engine-versions', { sha: sha256('something else') })
      await page.goto(`${consoleUrl}/engine-versions/${id}`)
      await expect(of('linux amd64')).toContainText('Not verified')
      await expect(of('darwin arm64')).toContainText('Unreachable')
    })
  } finally {
    await started.stop()
    files.close()
  }
})
