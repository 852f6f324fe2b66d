import type { NextRequest, NextResponse } from 'next/server'
import { paths } from '~/paths'
import { answerExport } from '~/session/export-answer'
import { listExportTarget } from '~/session/targets'

/** The browser's way to a list as a file. */
export const GET = (request: NextRequest): Promise<NextResponse> =>
  answerExport(request, listExportTarget, paths.overview())
