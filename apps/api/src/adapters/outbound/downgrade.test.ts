import { MockAgent } from 'undici'
import { expect, test } from 'vitest'
import { OutboundError } from '../../kernel/outbound.js'
import { createEgress } from './egress.js'
import { createOutbound } from './outbound.js'

const agent = new MockAgent()
agent.disableNetConnect()

/** Every connection leads to the agent, which needs no TLS to answer for an https address. */
const routesToAgent = () => async (url: URL) => ({ dispatcher: agent, url, close: () => {} })

test('a redirect from https to http is refused, and nothing is asked there', async () => {
  const outbound = createOutbound({ egress: createEgress([], []), resolve: async () => [] }, routesToAgent)
  const location = 'http://releases.test/file'
  agent.get('https://releases.test').intercept({ path: '/' }).reply(302, '', { headers: { location } })
  agent.get('http://releases.test').intercept({ path: '/file' }).reply(200, 'read in plain text')
  const asked = outbound.open({
    purpose: 'public-registry',
    method: 'GET',
    url: new URL('https://releases.test/'),
    timeout: 10_000,
    limit: 1000,
  })
  await expect(asked).rejects.toThrow(new OutboundError('refused', 'a redirect leads from https to http'))
  expect(agent.pendingInterceptors()).toHaveLength(1)
})
