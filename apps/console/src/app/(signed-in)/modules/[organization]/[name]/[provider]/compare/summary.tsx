import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconNumbers } from '@tabler/icons-react'
import type { ModuleComparisonQuery } from '~/data/generated/graphql'
import { count } from '~/ui/text'
import type { ModuleIn } from '../queries'

type FoundComparison = NonNullable<ModuleIn<ModuleComparisonQuery>['comparison']>

export type Comparison = Omit<FoundComparison, 'releaseNotes'>

const steps = { MAJOR: 'a major', MINOR: 'a minor', PATCH: 'a patch' } as const

/** Whether those who use the one version have to change anything for the other. */
export function Summary({ comparison }: { comparison: Comparison }) {
  const { from, to, breakingCount, missingStep, changes } = comparison
  const others = changes.totalCount - breakingCount
  return (
    <>
      {breakingCount > 0 ? (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={`Breaking: ${count(breakingCount, 'change')}`}
        >
          Configurations that use {from.version} may have to change for {to.version}.
          {others > 0 && ` Not breaking: ${count(others, 'change')}.`}
        </Alert>
      ) : (
        <Alert color="green" icon={<IconCheck size={18} />} title="No breaking changes">
          {changes.totalCount === 0
            ? `${from.version} and ${to.version} declare the same.`
            : `Configurations that use ${from.version} can use ${to.version} as they are.`}
        </Alert>
      )}
      {missingStep && (
        <Alert
          color="orange"
          icon={<IconNumbers size={18} />}
          title={`These changes call for ${steps[missingStep]} version`}
        >
          The number {to.version} promises less than what changed since {from.version}.
        </Alert>
      )}
    </>
  )
}
