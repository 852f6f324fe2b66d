'use client'

import { parseEngineConstraint } from '@engine/shared'
import { type ComboboxItem, Group, Text, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { VersionOptionsQuery } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { StateBadges } from '~/app/(signed-in)/engine-versions/state'
import { foundOptions, hiddenOf, namedOption } from '~/ui/lists/found-options'
import { openOnClick } from '~/ui/open-on-click'
import { Select } from '~/ui/list-field'

const VersionOptions = graphql(`
  query VersionOptions($organization: String, $search: String) {
    availableEngineVersions(organization: $organization, search: $search, page: { size: 20 }) {
      nodes {
        id
        version
        status {
          ...EngineVersionStateFacts
        }
      }
      totalCount
    }
    latestEngineVersion {
      id
      version
    }
  }
`)

type Option = VersionOptionsQuery['availableEngineVersions']['nodes'][number]

/** True for a constraint, such as `~> 1.11.0`; a number alone is searched for. */
const isConstraint = (text: string): boolean =>
  /^[=!<>~]/.test(text) && !('faults' in parseEngineConstraint(text))

type Props = Pick<SelectProps, 'value' | 'onChange' | 'error' | 'label' | 'onBlur'> & {
  /** The organization whose workspaces it is about; without one, all versions can be selected. */
  organization?: string
}

/** The versions that an organization may use, newest first, `latest`, and a constraint that is typed. */
export function VersionSelect({ organization, ...props }: Props) {
  const [text, setText] = useState('')
  const asked = text === props.value || text.startsWith('latest') ? '' : text.trim()
  const [search] = useDebouncedValue(asked, 200)
  const { data, isFetching, isPending } = useQueryKeepingPrevious(VersionOptions, {
    ...(organization !== undefined && { organization }),
    search,
  })
  const found = data?.availableEngineVersions.nodes ?? []
  const versions = new Map(found.map((option) => [option.version, option]))
  const latest = data?.latestEngineVersion?.version
  const current = props.value ?? ''
  // The API has searched among the versions; the other choices are searched here.
  const isFound = ({ value, disabled }: ComboboxItem) =>
    disabled || versions.has(value) || value.includes(asked)
  const isListed = current === '' || current === 'latest' || versions.has(current)
  return (
    <Select
      {...openOnClick(props)}
      label={props.label ?? 'Engine version'}
      description="latest, or a constraint such as ~> 1.9.0, follows new versions."
      {...foundOptions({
        noun: 'version',
        options: [
          ...(data?.latestEngineVersion === null
            ? []
            : [{ value: 'latest', label: latest === undefined ? 'latest' : `latest → ${latest}` }]),
          ...[
            ...(isListed ? [] : [current]),
            ...(isConstraint(asked) ? [asked] : []),
            ...versions.keys(),
          ].map(namedOption),
        ],
        hidden: hiddenOf(data?.availableEngineVersions),
        isFetching,
      })}
      filter={({ options }) => options.filter((option) => 'value' in option && isFound(option))}
      renderOption={({ option }) => <VersionOption label={option.label} found={versions.get(option.value)} />}
      // Once the version of `latest` is known its label changes, and a changed label replaces what was typed.
      readOnly={isPending}
      searchable
      searchValue={text}
      onSearchChange={setText}
      allowDeselect={false}
      maxDropdownHeight={320}
    />
  )
}

function VersionOption({ label, found }: { label: string; found: Option | undefined }) {
  return (
    <div>
      <Group gap={6}>
        <span>{label}</span>
        {found && <StateBadges state={found.status} />}
      </Group>
      {found?.status.deprecatedReason && (
        <Text size="xs" c="dimmed">
          {found.status.deprecatedReason}
        </Text>
      )}
    </div>
  )
}
