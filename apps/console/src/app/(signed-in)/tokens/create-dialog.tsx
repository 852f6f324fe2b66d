'use client'

import { Modal } from '@mantine/core'
import { useState } from 'react'
import { paths } from '~/paths'
import { TextLink } from '~/ui/links'
import { ShownOnce } from '~/ui/dialogs/shown-once'
import { useValueWhileOpen } from '~/ui/dialogs/use-value-while-open'
import { CreateForm, type CreateFormProps } from './create-form'
import { Purposes } from './purposes'
import { type TokenPresets, type Purpose, purposeOf } from './token-presets'

type Props = Pick<CreateFormProps, 'aboutDescription' | 'takesScopes' | 'create'> & {
  opened: boolean
  onClose: () => void
  /** Rights of anyone who holds the token, such as `acts as you`. */
  holder: string
  /** Purposes to choose from; without them the dialog does not ask. */
  purposes?: readonly Purpose[]
  /** Presets from the link to the dialog. */
  presets?: TokenPresets
}

/** Makes a token and shows its secret, once. */
export function CreateDialog({ opened, onClose, holder, ...steps }: Props) {
  const [secret, setSecret] = useValueWhileOpen<string>(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={secret === undefined ? 'New token' : 'Copy your token now'}
      closeOnClickOutside={secret === undefined}
    >
      {secret === undefined ? (
        <Steps {...steps} onCreated={setSecret} onCancel={onClose} />
      ) : (
        <ShownOnce label="Token" value={secret} copyLabel="Copy token" onDone={onClose}>
          It is shown only once. Keep it secret like a password: anyone who has it {holder}.
          <WayBack {...steps.presets} />
        </ShownOnce>
      )}
    </Modal>
  )
}

/** Link back to the page that sent the reader here: its commands need the token. */
function WayBack({ scope, target = '' }: TokenPresets) {
  const [namespace, name, provider] = target.split('/')
  if (scope !== 'publish' || !namespace || !name || !provider) return null
  return (
    <>
      {' '}
      Next step:{' '}
      <TextLink href={paths.modulePublish({ namespace, name, provider })}>publishing {target}</TextLink>.
    </>
  )
}

type StepsProps = Omit<Props, 'opened' | 'onClose' | 'holder'> &
  Pick<CreateFormProps, 'onCreated' | 'onCancel'>

/** First what the token is for, then what that leaves to say. */
function Steps({ purposes, presets = {}, ...form }: StepsProps) {
  const [purpose, setPurpose] = useState(purposes ? purposeOf(presets) : 'other')
  if (purpose === undefined) return <Purposes purposes={purposes ?? []} onChoose={setPurpose} />
  return (
    <CreateForm
      {...form}
      purpose={purpose}
      presets={purposes ? presets : { scope: 'all' }}
      onAnotherPurpose={purposes && (() => setPurpose(undefined))}
    />
  )
}
