'use client'

import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { TeamFormFactsFragment } from '../../../../../../../../data/generated/graphql'
import { request } from '../../../../../../../../data/request'
import { paths } from '../../../../../../../../paths'
import { RecordForm } from '../../../../../../../../shell/record-form'
import { StaleNotice } from '../../../../../../../../shell/stale-notice'
import { PageHeader } from '../../../../../../../../ui/page-header'
import { toastDone } from '../../../../../../../../ui/toast'
import { useOrganization } from '../../../../own-organization'
import { useUpdateTeam } from '../../changes'
import { TeamFields } from '../../team-fields'
import { labels, updateInputOf, validation, valuesOf, type FormValues } from '../../values'
import { TeamFormQuery } from './queries'

export function EditTeam({ found }: { found: TeamFormFactsFragment }) {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const update = useUpdateTeam()
  const [base, setBase] = useState(found)
  const [stale, setStale] = useState(false)
  const form = useForm<FormValues>({ initialValues: valuesOf(found), validate: validation })
  const path = paths.team(organization, found.id)

  async function save(values: FormValues) {
    const { team, userErrors } = await update.mutateAsync(updateInputOf(base, values))
    if (team) {
      form.resetDirty()
      toastDone(`The team ${team.name} is saved.`)
      router.replace(path)
      return 'saved'
    }
    setStale(userErrors.some(({ code }) => code === 'STALE'))
    return userErrors.filter(({ code }) => code !== 'STALE')
  }

  return (
    <>
      <PageHeader title={`Edit ${found.name}`} />
      <RecordForm
        form={form}
        submitLabel="Save team"
        cancelPath={path}
        notice={
          <StaleNotice
            form={form}
            thing="team"
            labels={labels}
            base={base}
            valuesOf={valuesOf}
            stale={stale}
            load={async () => (await request(TeamFormQuery, { id: found.id })).team}
            onLoaded={(theirs) => (setBase(theirs), setStale(false))}
          />
        }
        onSubmit={save}
      >
        <TeamFields form={form} isOwners={base.isOwners} />
      </RecordForm>
    </>
  )
}
