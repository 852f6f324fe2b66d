'use client'

import dynamic from 'next/dynamic'

/** It belongs to every page, and is fetched where it is shown. */
export default dynamic(async () => (await import('~/shell/nothing-here')).NothingHere)
