'use client'

import type { UserError } from '../../../../../data/user-errors'
import { confirm } from '../../../../../ui/confirm'
import { toastDone } from '../../../../../ui/toast'
import { useSetConsumers, useUpdateOrganization } from '../../changes'
import type { Sharing } from './load'
import { affectedCount, affectedWords, sharingPreview, type SharingChoice } from './preview'

type Outcome = 'saved' | readonly UserError[]

/** Saves with whom an organization shares. Whoever would lose something is named first, and a reason is asked for. */
export function useSaveSharing({ organization, others }: Sharing) {
  const update = useUpdateOrganization()
  const setConsumers = useSetConsumers()
  const { id, name, updatedAt: expectedUpdatedAt } = organization

  async function send({ mode, consumers }: SharingChoice, reason: string | undefined): Promise<Outcome> {
    const input = { id, expectedUpdatedAt, reason }
    const { organization: saved, userErrors } =
      mode === 'all'
        ? await update.mutateAsync({ ...input, globalModuleSharing: true })
        : await setConsumers.mutateAsync({ ...input, consumers: mode === 'some' ? consumers : [] })
    if (!saved) return userErrors.map(aboutTheList)
    toastDone(`The module sharing of ${name} is saved.`)
    return 'saved'
  }

  return (before: SharingChoice, after: SharingChoice): Promise<Outcome> => {
    const { loses } = sharingPreview(before, after)
    if (affectedCount(loses, others) === 0) return send(after, undefined)
    return new Promise((resolve) => {
      let outcome: Outcome = []
      confirm({
        title: `Take the modules of ${name} away?`,
        children: `${affectedWords(loses, others)} may not use them any more. Their next runs with these modules fail.`,
        action: 'Save sharing',
        danger: true,
        askReason: 'required',
        run: async (reason) => {
          outcome = await send(after, reason)
          return []
        },
        onClose: () => resolve(outcome),
      })
    })
  }
}

/** A fault of one name stands under the list as a whole. */
const aboutTheList = (error: UserError): UserError =>
  error.field[0] === 'consumers' ? { ...error, field: ['consumers'] } : error
