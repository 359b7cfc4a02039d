/** `kura probe --report`: tells the host what the probe found, so that people are told of an open path. */
import type { ProbeReport } from '../../exposure/report.ts'
import type { Finding } from '../../exposure/stored-finding.ts'
import type { CliContext } from '../context.ts'
import { type OperatorOptions, operatorCall } from '../operator/client.ts'

const MOST_PATHS = 20

/** What is kept of a report: which paths are open, never what they answered. */
export function findingOf({ url, at, conclusion, findings }: ProbeReport): Finding {
  const open = findings.filter(({ verdict }) => verdict === 'open').map(({ path }) => path.slice(0, 500))
  return { url, at, conclusion, open: open.slice(0, MOST_PATHS) }
}

export async function reportFinding(
  context: CliContext,
  { report, ...options }: OperatorOptions & { report: ProbeReport },
): Promise<void> {
  const call = await operatorCall(context, { ...options, scopes: ['admin'] })
  await call({ method: 'POST', path: '/api/admin/exposure', json: findingOf(report) })
}
