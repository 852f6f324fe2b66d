import { Paper, Skeleton, Stack } from '@mantine/core'

const rows = ['62%', '48%', '70%', '55%', '64%', '44%']

/** A page of which nothing is known yet: a heading, and lines below it. */
export const PageSkeleton = () => (
  <>
    <Skeleton height={28} width="14rem" maw="60%" mb="md" />
    <Paper p="md">
      <Stack gap="lg">
        {rows.map((width) => (
          <Skeleton key={width} height={14} width={width} />
        ))}
      </Stack>
    </Paper>
  </>
)
