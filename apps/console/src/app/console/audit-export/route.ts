import type { NextRequest, NextResponse } from 'next/server'
import { paths } from '~/paths'
import { answerExport } from '~/session/export-answer'
import { exportTarget } from '~/session/targets'

/** The browser's way to an export of the audit log. */
export const GET = (request: NextRequest): Promise<NextResponse> =>
  answerExport(request, exportTarget, paths.audit())
