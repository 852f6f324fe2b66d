'use client'

import { Modal } from '@mantine/core'
import { useState } from 'react'
import { paths } from '~/paths'
import { TextLink } from '~/ui/links'
import { ShownOnce } from '~/ui/shown-once'
import { useWhileOpen } from '~/ui/while-open'
import { CreateForm, type CreateFormProps } from './create-form'
import { Purposes } from './purposes'
import { type LinkedWish, type Purpose, purposeOf } from './wish'

type Props = Pick<CreateFormProps, 'aboutDescription' | 'takesScopes' | 'create'> & {
  opened: boolean
  onClose: () => void
  /** What anyone can do who has it, such as `acts as you`. */
  holder: string
  /** What it may be for; without them that is not asked. */
  purposes?: readonly Purpose[]
  /** What the link to the dialog has said already. */
  wished?: LinkedWish
}

/** Makes a token and shows its secret, once. */
export function CreateDialog({ opened, onClose, holder, ...steps }: Props) {
  const [secret, setSecret] = useWhileOpen<string>(opened)
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
          <WayBack {...steps.wished} />
        </ShownOnce>
      )}
    </Modal>
  )
}

/** To where the token was asked for: the commands that it is for are there. */
function WayBack({ scope, target = '' }: LinkedWish) {
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
function Steps({ purposes, wished = {}, ...form }: StepsProps) {
  const [purpose, setPurpose] = useState(purposes ? purposeOf(wished) : 'other')
  if (purpose === undefined) return <Purposes purposes={purposes ?? []} onChoose={setPurpose} />
  return (
    <CreateForm
      {...form}
      purpose={purpose}
      wished={purposes ? wished : { scope: 'all' }}
      onAnotherPurpose={purposes && (() => setPurpose(undefined))}
    />
  )
}
