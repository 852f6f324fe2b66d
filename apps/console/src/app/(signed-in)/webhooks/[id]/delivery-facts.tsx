import { Stack } from '@mantine/core'
import type { WebhookDeliveryListQuery } from '~/data/generated/graphql'
import { CodeToCopy } from '~/ui/code-to-copy'
import { FactList, type Facts, idFact } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { Nothing } from '~/ui/texts'

export type Delivery = NonNullable<WebhookDeliveryListQuery['webhookDeliveries']>['nodes'][number]

/** One delivery: its body as it is sent, and the last answer. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { payload, responseStatus, responseBody, problem, lastAttemptAt, nextAttemptAt } = delivery
  const facts: Facts = [
    ['Answer', responseStatus ?? problem ?? <Nothing key="answer" />],
    lastAttemptAt !== null && ['Last attempt', <Moment key="last" at={lastAttemptAt} />],
    nextAttemptAt !== null && ['Next attempt', <Moment key="next" at={nextAttemptAt} />],
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
