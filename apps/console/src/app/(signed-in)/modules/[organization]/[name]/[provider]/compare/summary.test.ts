import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Comparison, Summary } from './summary'

test('the banner says the number that the API says SemVer wants, not one that is taken', () => {
  // 2.3.0 is published, so that 2.0.0 cannot be what comes after 1.2.4.
  const comparison: Comparison = {
    from: { version: '1.2.4' },
    to: { version: '1.3.0' },
    ...{ breakingCount: 1, missingStep: 'MAJOR', wantedVersion: '3.0.0', breaksPromise: true },
    changes: { totalCount: 1, nodes: [{ breaking: 'INPUT_REMOVED' }] },
  }
  const page = renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(Summary, { comparison })),
  )
  expect(page).toContain('Breaks callers of 1.2.4: 1 input removed.')
  expect(page).toContain('By SemVer this is 3.0.0.')
})
