import { Stack } from '@mantine/core'
import type { WebhookDeliveryRowFragment } from '~/data/generated/graphql'
import { CodeToCopy } from '~/ui/code-to-copy'
import { FactList, idFact, type Fact } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'

/** One delivery: its body as it is sent, and the last answer. */
export function DeliveryFacts({ delivery }: { delivery: WebhookDeliveryRowFragment }) {
  const { payload, responseStatus, responseBody, problem, lastAttemptAt, nextAttemptAt } = delivery
  const facts: Fact[] = [
    ['Answer', responseStatus ?? problem ?? 'not yet'],
    ...(lastAttemptAt === null ? [] : [['Last attempt', <Moment key="last" at={lastAttemptAt} />] as const]),
    ...(nextAttemptAt === null ? [] : [['Next attempt', <Moment key="next" at={nextAttemptAt} />] as const]),
    idFact(delivery),
  ]
  return (
    <Stack gap="md">
      <FactList facts={facts} labelWidth="6.5rem" />
      <CodeToCopy text={indented(payload)} what="the event" />
      {responseBody && <CodeToCopy text={responseBody} what="the answer" />}
    </Stack>
  )
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)
