import { english } from '../../../core/language/text.ts'
import { status } from '../../../device/status.ts'
import { sync } from '../../../device/sync/sync.ts'
import type { CliContext } from '../../context.ts'
import { DEVELOPMENT } from '../../development.ts'
import { enrolDevice } from '../device/enrol.ts'
import { countsOf } from '../device/sync.ts'
import { conclusionText, runProbe } from '../probe/probe.ts'

/** Returns the folder of the demo device, and whether the device has the whole release. */
export async function demonstrateSync(context: CliContext): Promise<{ dir: string; isWhole: boolean }> {
  const output = context.output({})
  const { dir, keyid } = await enrolDevice(context, {
    name: 'demo',
    dir: DEVELOPMENT.demo,
    release: DEVELOPMENT.release,
    force: true,
  })
  output.line(`device     enrolled ${keyid} in ${DEVELOPMENT.demo}`)
  const result = await sync(dir, { progress: output.progress, signal: context.signal })
  output.line(`sync       ${english(countsOf(result))}`)
  const found = await status(dir)
  output.line(`status     ${found.line}`)
  const isWhole = result.installed === result.expected && result.indexed === result.expected
  return { dir, isWhole: isWhole && found.whole }
}

/** Probes the host with the demo device in `dir`; returns whether every path is closed to unsigned requests. */
export async function demonstrateProbe(
  target: { readonly url: string; readonly dir: string },
  context: CliContext,
): Promise<boolean> {
  const output = context.output({})
  const report = await runProbe(target, output, context)
  output.line(`probe      ${report.paths} forbidden paths: ${conclusionText(report)}`)
  return report.conclusion === 'closed'
}
