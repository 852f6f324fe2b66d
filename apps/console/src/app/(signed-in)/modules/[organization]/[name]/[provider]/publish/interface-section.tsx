import { Button, Code, Group, List, Loader, Stack, Text, Textarea, type TextareaProps } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { interfacePolicies } from '~/app/(signed-in)/modules/interface-policies'
import type { ModuleInterfacePolicy } from '~/data/generated/graphql'
import { Banner } from '~/ui/banner'
import { Section } from '~/ui/section'
import { numberText } from '~/ui/text'
import { Note, Small } from '~/ui/texts'
import { breaksPromise, kinds, reasons, verdictWords, wantedNumber } from '../interface-words'
import { VerdictBanner } from '../verdict-banner'
import type { Check, CheckOutcome } from './interface-check'

type Props = {
  policy: ModuleInterfacePolicy
  check: Check
  /** Whether the viewer may publish what the policy refuses. */
  mayAccept: boolean
  onNumber: (version: string) => void
  /** Where the reason is given for which it is published all the same. */
  children: ReactNode
}

/** What the version would do to callers of the release before it, before it is published. */
export function InterfaceSection({ policy, check, mayAccept, onNumber, children }: Props) {
  return (
    <Section title="Interface">
      <Stack gap="sm">
        <Note>
          A version that breaks its callers by more than its number says {interfacePolicies[policy].does}.
        </Note>
        <Found check={check} mayAccept={mayAccept} onNumber={onNumber} />
        {children}
      </Stack>
    </Section>
  )
}

function Found({ check, ...props }: Pick<Props, 'check' | 'mayAccept' | 'onNumber'>) {
  switch (check.step) {
    case 'none':
      return null
    case 'checking':
      return <Checking share={check.share} />
    case 'failed':
      return (
        <Banner
          color="gray"
          icon={IconPlugConnectedX}
          role="status"
          title="Not checked for breaking changes."
        >
          {check.reason}
          {'\n'}Nothing keeps you from publishing it: the platform checks again then.
        </Banner>
      )
    case 'checked':
      return <Outcome outcome={check.outcome} {...props} />
  }
}

const Checking = ({ share }: { share: number }) => (
  <Group gap="xs" role="status">
    <Loader size="xs" />
    <Text size="sm">
      {share > 0 && share < 1
        ? `Sending the sources: ${Math.floor(share * 100)} %`
        : 'Comparing with the release before it…'}
    </Text>
  </Group>
)

type OutcomeProps = Pick<Props, 'mayAccept' | 'onNumber'> & { outcome: CheckOutcome }

function Outcome({ outcome: { verdict, policy, refused }, mayAccept, onNumber }: OutcomeProps) {
  if (!verdict)
    return (
      <Text size="sm" role="status">
        There is no release before it whose callers it could break.
      </Text>
    )
  const wanted = wantedNumber(verdict)
  const actions = wanted !== undefined && (
    <Button size="xs" variant="default" onClick={() => onNumber(wanted)}>
      Use {wanted}
    </Button>
  )
  const isBroken = breaksPromise(verdict)
  return (
    <>
      {refused ? (
        <Banner color="red" icon={IconAlertTriangle} title={verdictWords(verdict).title} actions={actions}>
          {verdictWords(verdict).text} {verdict.to} will be refused
          {mayAccept
            ? ', unless you say why it may break them.'
            : '; those who manage the module may publish it.'}
        </Banner>
      ) : (
        <VerdictBanner verdict={verdict} actions={actions}>
          {isBroken && policy === 'WARN' && 'It is published with a warning, and webhooks are told.'}
        </VerdictBanner>
      )}
      {verdict.breaking.length > 0 && <Broken {...verdict} />}
    </>
  )
}

/** More of them say nothing new. */
const mostShown = 10

type BrokenProps = Pick<NonNullable<CheckOutcome['verdict']>, 'breaking' | 'breakingCount'>

const Broken = ({ breaking, breakingCount }: BrokenProps) => (
  <div>
    <List size="sm" spacing={2} aria-label="What breaks">
      {breaking.slice(0, mostShown).map(({ path, kind, name, reason }) => (
        <List.Item key={`${path} ${kind} ${name}`} style={{ overflowWrap: 'anywhere' }}>
          {name === '' ? kinds[kind] : <Code>{name}</Code>} {reasons[reason]}
          {path !== '' && kind !== 'FOLDER' && ` · ${path}`}
        </List.Item>
      ))}
    </List>
    {breakingCount > mostShown && <Small>and {numberText(breakingCount - mostShown)} more</Small>}
  </div>
)

type ReasonProps = TextareaProps & { isRequired: boolean }

/** Why a version may break its callers, which its page shows. */
export const AcceptBreakingField = ({ isRequired, ...input }: ReasonProps) => (
  <Textarea
    label={isRequired ? 'Publish although it breaks' : 'Publish although it breaks (optional)'}
    description="Say why. Its page and the audit log show the reason."
    autosize
    minRows={2}
    maxLength={500}
    {...input}
  />
)
