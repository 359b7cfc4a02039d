/** `kura probe --report`: reports the findings to the host, which notifies people of an open path. */

import type { GivenBody } from '../../../core/http/contract.ts'
import type { ProbeReport } from '../../../exposure/report.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import type { OperatorOptions } from '../../operator/options.ts'

const MOST_PATHS = 20

/** Returns the stored part of a report: the open paths, without their answers. */
export function findingOf({
  url,
  at,
  conclusion,
  findings,
}: ProbeReport): GivenBody<typeof adminContract, 'reportExposure'> {
  const open = findings.filter(({ verdict }) => verdict === 'open').map(({ path }) => path.slice(0, 500))
  return { url, at, conclusion, open: open.slice(0, MOST_PATHS) }
}

/** Reports the findings to the host. @throws AppError as any call to the host does */
export async function reportFinding(
  report: ProbeReport,
  options: OperatorOptions,
  context: CliContext,
): Promise<void> {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  await admin.reportExposure({ body: findingOf(report) })
}
