'use client'

import { isModuleVersion } from '@engine/shared'
import { Alert, Button, Group, Progress as Bar, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { IconFileAlert, IconPlugConnectedX } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { WaysToPublish } from '~/app/(signed-in)/modules/ways-to-publish'
import { graphql } from '~/data/generated'
import type { ModuleInterfacePolicy } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { uploadFile } from '~/data/upload'
import { useChange, useInvalidate } from '~/data/use-change'
import { sortUserErrors, type UserError } from '~/data/user-errors'
import { type ModuleAddress, paths } from '~/paths'
import { useUnsavedChanges } from '~/shell/leave-guard'
import { ActionButton } from '~/ui/action-button'
import { Crumbs } from '~/ui/crumbs'
import type { PickedFiles } from '~/ui/file-drop'
import { useHydrated } from '~/ui/hydrated'
import { LinkButton } from '~/ui/links'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { toastDone } from '~/ui/feedback/toast'
import { moduleTrail } from '../trail'
import { type Check, useInterfaceCheck } from './interface-check'
import { InterfaceSection } from './interface-section'
import { type Choice, ModuleField, useChoice } from './module-field'
import { type End, nextVersion, type VersionState, uploadEnd } from './upload-end'

const AcceptBreakingField = dynamic(async () => (await import('./interface-outcome')).AcceptBreakingField)

type Module = ModuleAddress & {
  id: string
  canDelete: boolean
  newestVersion: { version: string } | null
}
/** `module` stands for what was chosen, which is no value of an input. */
type Values = { version: string; module: null; acceptBreaking: string }
/** Facts of a new version; `acceptBreaking` says why it may break its callers. */
type NewVersion = { version: string; acceptBreaking: string | null }

const ModuleVersionCreate = graphql(`
  mutation ModuleVersionCreate($input: RegistryModuleVersionCreateInput!) {
    registryModuleVersionCreate(input: $input) {
      uploadUrl
    }
  }
`)

/**
 * Time limits in milliseconds to learn how an upload ended: after all of it was sent, and after it broke off.
 */
const outcomeTimeouts = { unanswered: 30_000, 'broken off': 5_000 } as const
const pause = 1000

/** Progress of a publication. Its link can be used again until one upload succeeds. */
type Progress =
  | { step: 'idle' }
  | { step: 'preparing' }
  | { step: 'sending'; share: number }
  | { step: 'reading' }
  /** The connection broke, and the platform is asked how the upload ended. */
  | { step: 'asking' }
  /** Step before anything is sent. */
  | { step: 'not begun'; reason: string }
  | End

const ModuleVersionState = graphql(`
  query ModuleVersionState($moduleId: ID!, $version: String!) {
    registryModule(id: $moduleId) {
      updatedAt
      version(version: $version) {
        id
        status
        error
        size
      }
    }
  }
`)

/** Returns the state of a version; undefined if there is none. */
async function stateOf(moduleId: string, version: string) {
  const module = (await request(ModuleVersionState, { moduleId, version })).registryModule
  return module?.version ? { ...module.version, updatedAt: module.updatedAt } : undefined
}

function useUploadLink(moduleId: string) {
  const link = useRef<NewVersion & { url: string }>(undefined)
  const remove = useChange('registryModuleVersionDelete')

  /** The link that is there already, or a new one; the API shows each only once. */
  async function linkTo(made: NewVersion): Promise<{ url: string } | { userErrors: readonly UserError[] }> {
    const { version, acceptBreaking } = made
    const known = link.current
    if (known?.version === version && known.acceptBreaking === acceptBreaking) return known
    const userErrors = await giveBack(version)
    if (userErrors.length > 0) return { userErrors }
    const { registryModuleVersionCreate: created } = await request(ModuleVersionCreate, {
      input: { moduleId, ...made },
    })
    if (created.uploadUrl === null) return { userErrors: created.userErrors }
    link.current = { ...made, url: created.uploadUrl }
    return link.current
  }

  /**
   * Deletes a version that was never published, so that its number can be used again after its link was lost.
   */
  async function giveBack(version: string): Promise<readonly UserError[]> {
    const found = await stateOf(moduleId, version)
    if (!found || found.status === 'OK') return []
    return (await remove.mutateAsync({ id: found.id, expectedUpdatedAt: found.updatedAt })).userErrors
  }

  return linkTo
}

/** Publishes a file under a number, and again after a refusal. */
function usePublication(moduleId: string) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' })
  const linkTo = useUploadLink(moduleId)
  const abort = useRef<AbortController>(undefined)
  const invalidate = useInvalidate()
  useEffect(() => () => abort.current?.abort(), [])

  async function send(version: string, url: string, file: Blob): Promise<Progress> {
    const { signal } = (abort.current = new AbortController())
    const ask = () => stateOf(moduleId, version)
    const before = await ask()
    // An earlier upload, without an answer, has succeeded after all.
    if (before?.status === 'OK') return publishedBefore(version, before, file)
    const showProgress = (share: number) =>
      setProgress(share < 1 ? { step: 'sending', share } : { step: 'reading' })
    showProgress(0)
    const outcome = await uploadFile(url, file, showProgress, signal)
    switch (outcome.kind) {
      case 'taken':
        return { step: 'published' }
      case 'refused':
        // After a broken connection the browser may have sent it twice; the second is refused.
        return isThis(await ask().catch(() => undefined), file)
          ? { step: 'published' }
          : { step: 'refused', reasons: outcome.reasons }
      case 'stopped':
        return uploadEnd(ask, before, { limit: 0, now: Date.now, wait })
      default:
        setProgress({ step: 'asking' })
        return settled(
          outcome.kind,
          await uploadEnd(ask, before, until(outcomeTimeouts[outcome.kind], signal)),
        )
    }
  }

  /** Resolves to what is wrong with the number; how the upload ended is in the progress. */
  async function publish(made: NewVersion, file: Blob): Promise<'published' | readonly UserError[]> {
    setProgress({ step: 'preparing' })
    try {
      const found = await linkTo(made)
      if ('userErrors' in found) {
        setProgress({ step: 'idle' })
        return found.userErrors
      }
      const end = await send(made.version, found.url, file)
      setProgress(end)
      return end.step === 'published' ? 'published' : []
    } catch (error) {
      setProgress({ step: 'not begun', reason: error instanceof Error ? error.message : String(error) })
      return []
    } finally {
      await invalidate()
    }
  }

  return { progress, publish, stop: () => abort.current?.abort() }
}

const wait = () => new Promise<void>((resolve) => setTimeout(resolve, pause))

/** Stops waiting once the page is left. */
const until = (limit: number, signal: AbortSignal) => ({
  limit,
  now: () => (signal.aborted ? Infinity : Date.now()),
  wait,
})

/** Returns the end of an upload; one that was sent whole and is not refused may still be in progress. */
const settled = (kind: 'unanswered' | 'broken off', end: End): End =>
  kind === 'unanswered' && end.step === 'broken off' ? { step: 'unknown' } : end

const isThis = (found: VersionState | undefined, file: Blob): boolean =>
  found?.status === 'OK' && found.size === file.size

const publishedBefore = (version: string, found: VersionState, file: Blob): Progress =>
  isThis(found, file)
    ? { step: 'published' }
    : {
        step: 'refused',
        reasons: [`${version} was published meanwhile, with the archive sent earlier.`],
      }

type Props = { module: Module; policy: ModuleInterfacePolicy; version: string | undefined }

/** Packs and uploads a version in the browser, and shows the outcome. */
export function PublishVersion(props: Props) {
  const { module, policy } = props
  const ready = useHydrated()
  const { form, choice, choose, check, decision, progress, isUnderWay, submit, stop } = useNewVersion(props)
  const isUnready = choice.step !== 'none' && choice.step !== 'ready'
  useUnsavedChanges(isUnderWay)
  const { name, provider, canDelete: mayAccept } = module
  const typed = form.getValues().version.trim()
  return (
    <>
      <Crumbs trail={moduleTrail(module)} />
      <PageHeader
        title={`Publish a version of ${name}/${provider}`}
        tab={`Publish ${name}/${provider} · Modules`}
      />
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md" maw={720}>
          <Section title="Version">
            <VersionFields
              {...{ form, choice, isUnderWay }}
              onPick={choose}
              disabled={isUnderWay || !ready}
            />
          </Section>
          <InterfaceSection
            {...{ policy, check, mayAccept }}
            onNumber={(number) => form.setFieldValue('version', number)}
          >
            {mayAccept && decision !== 'none' && (
              <AcceptBreakingField
                isRequired={decision === 'required'}
                readOnly={isUnderWay}
                {...form.getInputProps('acceptBreaking')}
              />
            )}
          </InterfaceSection>
          <UploadProgress progress={progress} />
          <Group gap="xs">
            <SubmitButton
              {...{ step: progress.step, isUnderWay }}
              disabled={!ready || isUnready}
              disabledReason={decision === 'required' && !mayAccept ? refusedByPolicy : undefined}
            />
            <CancelButton path={paths.module(module)} stop={progress.step === 'sending' ? stop : undefined} />
          </Group>
          <Section title="Other ways">
            <WaysToPublish module={module} version={isModuleVersion(typed) ? typed : '1.0.0'} />
          </Section>
        </Stack>
      </form>
    </>
  )
}

/** State of the form: its values, what they would break, and the way to a published version. */
function useNewVersion({ module, policy, version }: Props) {
  const router = useRouter()
  const { progress, publish, stop } = usePublication(module.id)
  const { choice, choose } = useChoice()
  const form = useForm<Values>({
    initialValues: {
      ...{ version: version ?? nextVersion(module.newestVersion?.version), module: null },
      acceptBreaking: '',
    },
    validate: {
      module: () => (choice.step === 'none' ? 'Choose the folder of the module, or an archive of it.' : null),
      acceptBreaking: (reason) =>
        decision === 'required' && reason.trim() === ''
          ? 'Say why it may break its callers, or take another number.'
          : null,
    },
  })
  const isUnderWay = ['preparing', 'sending', 'reading', 'asking'].includes(progress.step)
  const typed = form.getValues().version.trim()
  const isPaused = isUnderWay || progress.step === 'published'
  const check = useInterfaceCheck({ moduleId: module.id, typed, choice, isPaused })
  const decision = decisionOn(check, policy)

  async function submit(values: Values) {
    if (choice.step !== 'ready') return
    const number = values.version.trim()
    const acceptBreaking = (decision !== 'none' && values.acceptBreaking.trim()) || null
    const outcome = await publish({ version: number, acceptBreaking }, choice.module.archive)
    if (outcome === 'published') {
      toastDone(`${module.name} ${number} is published.`)
      return router.replace(paths.module(module, { version: number }))
    }
    const problems = sortUserErrors(outcome, (path) => Object.hasOwn(values, path))
    form.setErrors({
      ...problems.fields,
      ...(problems.rest.length > 0 && { module: problems.rest.join('. ') }),
    })
  }

  return { form, choice, choose, check, decision, progress, isUnderWay, submit, stop }
}

/**
 * Tells whether a reason decides on the publication: a version that could not be checked may be refused as
 * well.
 */
function decisionOn(check: Check, policy: ModuleInterfacePolicy): 'none' | 'optional' | 'required' {
  if (check.step === 'checked') return check.outcome.refused ? 'required' : 'none'
  return check.step === 'failed' && policy === 'REFUSE' ? 'optional' : 'none'
}

const refusedByPolicy =
  'The interface policy refuses it. Take another number, or ask those who manage the module.'

/** Steps after which a publication is tried again. */
const retried: readonly Progress['step'][] = ['refused', 'broken off', 'unknown', 'not begun']

type SubmitProps = {
  step: Progress['step']
  isUnderWay: boolean
  disabled: boolean
  disabledReason: string | undefined
}

const SubmitButton = ({ step, isUnderWay, ...disabled }: SubmitProps) => (
  <ActionButton type="submit" loading={isUnderWay} {...disabled}>
    {retried.includes(step) ? 'Try again' : 'Publish'}
  </ActionButton>
)

type FieldsProps = {
  form: UseFormReturnType<Values>
  choice: Choice
  onPick: (given: Promise<PickedFiles>) => void
  isUnderWay: boolean
  disabled: boolean
}

function VersionFields({ form, choice, onPick, isUnderWay, disabled }: FieldsProps) {
  const error = form.errors['module']
  return (
    <Stack gap="md">
      <TextInput
        label="Version number"
        description="N.N.N or N.N.N-suffix. Once published, the number cannot be used again."
        maw={320}
        {...plainText}
        readOnly={isUnderWay}
        {...form.getInputProps('version')}
      />
      <ModuleField
        choice={choice}
        onPick={(given) => {
          form.clearFieldError('module')
          onPick(given)
        }}
        error={typeof error === 'string' ? error : undefined}
        disabled={disabled}
      />
    </Stack>
  )
}

/** Stops the upload, or leaves the page. */
const CancelButton = ({ path, stop }: { path: string; stop: (() => void) | undefined }) =>
  stop ? (
    <Button variant="default" onClick={stop}>
      Cancel upload
    </Button>
  ) : (
    <LinkButton href={path} variant="default">
      Cancel
    </LinkButton>
  )

/** Progress of the upload, or why it failed; screen readers announce each step. */
function UploadProgress({ progress }: { progress: Progress }) {
  switch (progress.step) {
    case 'idle':
    case 'published':
      return null
    case 'refused':
      return <Refused reasons={progress.reasons} />
    case 'broken off':
      return (
        <Broken title="The upload was interrupted">
          Nothing is published. The number waits for its archive: try again.
        </Broken>
      )
    case 'not begun':
      return (
        <Broken title="The upload could not start" color="red">
          {progress.reason}
        </Broken>
      )
    case 'unknown':
      return (
        <Broken title="The outcome of the upload is unknown">
          The connection broke after the upload, before the platform confirmed it. Try again: the archive is
          uploaded only if the version is not published yet.
        </Broken>
      )
    default:
      return <UnderWay progress={progress} />
  }
}

type BrokenProps = { title: string; color?: string; children: ReactNode }

const Broken = ({ title, color = 'orange', children }: BrokenProps) => (
  <Alert color={color} role="alert" icon={<IconPlugConnectedX size={18} />} title={title}>
    {children}
  </Alert>
)

type Step = Extract<Progress, { step: 'preparing' | 'sending' | 'reading' | 'asking' }>

function UnderWay({ progress }: { progress: Step }) {
  const { step } = progress
  const percent = step === 'sending' ? Math.floor(progress.share * 100) : step === 'preparing' ? 0 : 100
  const isWaiting = step === 'reading' || step === 'asking'
  const text = {
    preparing: 'Asking for the upload address…',
    sending: 'Uploading…',
    reading: 'Uploaded. Reading the archive and parsing its sources…',
    asking: 'The connection was lost. Checking the outcome of the upload for up to 30 seconds…',
  }[step]
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Bar.Root size="lg">
        <Bar.Section
          value={percent}
          aria-label={`Upload, ${percent} %`}
          animated={isWaiting}
          striped={isWaiting}
        />
      </Bar.Root>
    </Stack>
  )
}

/** A fault in the sources names its file and line. */
function Refused({ reasons }: { reasons: readonly string[] }) {
  return (
    <Alert color="red" role="alert" icon={<IconFileAlert size={18} />} title="The archive was refused">
      <Stack gap="xs">
        {reasons.map((reason) => (
          <Text
            key={reason}
            size="sm"
            ff="monospace"
            style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          >
            {reason}
          </Text>
        ))}
        <Text size="sm">
          Nothing is published. Fix it, choose the module again and publish it under the same number.
        </Text>
      </Stack>
    </Alert>
  )
}
