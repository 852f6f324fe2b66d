'use client'

import { Box, ComboboxChevron, TextInput } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '~/paths'
import { useRouter } from '~/ui/navigation'
import { toastFailure } from '~/ui/toast'
import type { OrganizationSelect } from '../organizations/organization-select'

const field = { 'aria-label': 'Share from an organization', placeholder: 'Share from…' }

/**
 * Finds the organization to share from. The code of the choices is fetched when the field is reached; what was typed
 * meanwhile stays, as does the focus.
 */
export function ShareFrom() {
  const router = useRouter()
  const choices = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [Select, setSelect] = useState<typeof OrganizationSelect>()
  async function fetchChoices() {
    const loaded = await import('../organizations/organization-select')
    const hadFocus = frame.current?.contains(document.activeElement)
    flushSync(() => setSelect(() => loaded.OrganizationSelect))
    if (hadFocus) frame.current?.querySelector('input')?.focus()
  }
  return (
    <Box ref={frame} w={260}>
      {Select ? (
        <Select {...field} typed={text} onPick={(name) => router.push(paths.organizationSharing(name))} />
      ) : (
        <TextInput
          {...field}
          role="combobox"
          aria-expanded={false}
          aria-controls={choices}
          rightSection={<ComboboxChevron />}
          rightSectionPointerEvents="none"
          value={text}
          onFocus={() => void fetchChoices().catch(toastFailure)}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
    </Box>
  )
}
