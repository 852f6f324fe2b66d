'use client'

import { Button, Group, Modal, Stack, Table, Text, Textarea } from '@mantine/core'
import { IconCheck, IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { graphql } from '~/data/generated'
import type { TokenTrialQuery } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { Banner } from '~/ui/feedback/banner'
import { Failure } from '~/ui/feedback/failure'
import { plainText } from '~/ui/plain-text'
import { StateDot } from '~/ui/feedback/state-dot'
import { Exact, Nothing, Note } from '~/ui/texts'
import { verdictOf } from './verdict'

const TokenTrial = graphql(`
  query TokenTrial($organization: String!, $token: String!) {
    tokenTrial(organization: $organization, token: $token) {
      issuer {
        name
      }
      refusal
      identities {
        id
        name
        enabled
        fits
        nearly
        claims {
          claim
          pattern
          text
          fits
          hint
        }
      }
    }
  }
`)

type Trial = NonNullable<TokenTrialQuery['tokenTrial']>
type Tried = Trial['identities'][number]

type Attempt = { isPending?: true; trial?: Trial | undefined; error?: unknown }

type Props = { organization: string; opened: boolean; onClose: () => void }

/** Says what would become of a token. It is in no address and no cache, and gone when the dialog closes. */
export const TryToken = ({ organization, opened, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} title="Try a token" size="lg">
    <Trying organization={organization} />
  </Modal>
)

function Trying({ organization }: Pick<Props, 'organization'>) {
  const [token, setToken] = useState('')
  const [attempt, setAttempt] = useState<Attempt>({})

  /** Past the cache, which keeps what was asked. */
  async function tryIt(event?: SubmitEvent) {
    event?.preventDefault()
    setAttempt({ isPending: true })
    try {
      const { tokenTrial } = await request(TokenTrial, { organization, token: token.trim() })
      setAttempt({ trial: tokenTrial ?? undefined })
    } catch (error) {
      setAttempt({ error })
    }
  }

  return (
    <form onSubmit={(event) => void tryIt(event)}>
      <Stack gap="md">
        <Note>
          Print the ID token of a job and paste it here. The check issues no token, does not use it up and
          does not store it. It may stay valid for some minutes: run the job again afterwards.
        </Note>
        <Textarea
          label="ID token"
          placeholder="eyJ…"
          autosize
          minRows={3}
          maxRows={6}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          data-autofocus
          {...plainText}
          value={token}
          onChange={(event) => {
            setToken(event.currentTarget.value)
            setAttempt({})
          }}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={attempt.isPending ?? false} disabled={token.trim() === ''}>
            Try it
          </Button>
        </Group>
        {attempt.error !== undefined && (
          <Failure title="The token could not be tried" error={attempt.error} retry={() => void tryIt()} />
        )}
        {attempt.trial && <Outcome trial={attempt.trial} />}
      </Stack>
    </form>
  )
}

function Outcome({ trial }: { trial: Trial }) {
  const { isGood, title, text } = verdictOf(trial)
  return (
    <Stack gap="md">
      <Banner
        role="status"
        color={isGood ? 'green' : 'red'}
        icon={isGood ? IconCircleCheck : IconCircleX}
        title={title}
      >
        {text}
      </Banner>
      {trial.identities.map((identity) => (
        <TriedIdentity key={identity.id} identity={identity} />
      ))}
    </Stack>
  )
}

const TriedIdentity = ({ identity: { name, enabled, fits, nearly, claims } }: { identity: Tried }) => (
  <section aria-label={name}>
    <Group justify="space-between" gap="xs" mb={4}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {enabled ? (
        <StateDot tone={fits ? 'good' : 'bad'}>
          {fits ? 'Fits' : nearly === null ? 'Does not match' : `All but ${nearly} matches`}
        </StateDot>
      ) : (
        <StateDot tone="idle">Disabled</StateDot>
      )}
    </Group>
    <Table fz="xs" withTableBorder>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Claim</Table.Th>
          <Table.Th>Required</Table.Th>
          <Table.Th>In the token</Table.Th>
          <Table.Th>Fits</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {claims.map((each) => (
          <Table.Tr key={each.claim}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{each.claim}</Table.Td>
            <Table.Td>
              <Exact style={{ overflowWrap: 'anywhere' }}>{each.pattern}</Exact>
            </Table.Td>
            <Table.Td>
              {each.text === null ? (
                <Nothing />
              ) : (
                <Exact style={{ overflowWrap: 'anywhere' }}>{each.text}</Exact>
              )}
              {each.hint !== null && <Text fz="xs">{each.hint}</Text>}
            </Table.Td>
            <Table.Td>
              {each.fits ? (
                <IconCheck size={16} aria-label="yes" color="var(--mantine-color-green-text)" />
              ) : (
                <IconX size={16} aria-label="no" color="var(--mantine-color-error)" />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
)
