import { expect, type Page } from '@playwright/test'
import { consoleHeaders } from '../fixtures.js'
import { asOwner } from './database.js'
import type { Platform } from './platform.js'

/** Makes the sign-in of this page 16 minutes older, and waits until the platform sees it. */
export async function makeSignInOld(page: Page, platform: Platform, username: string): Promise<void> {
  await asOwner(platform, (client) =>
    client.query(
      `UPDATE sessions SET authenticated_at = authenticated_at - interval '16 minutes'
       WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
      [username],
    ),
  )
  const ask = async (): Promise<unknown> => {
    const answer = await page.request.post(`${platform.consoleUrl}/console/graphql`, {
      headers: consoleHeaders(platform),
      data: { query: '{ viewer { isSignInFresh } }' },
    })
    return answer.json()
  }
  await expect.poll(ask).toEqual({ data: { viewer: { isSignInFresh: false } } })
}
