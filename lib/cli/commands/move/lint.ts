import { resolve } from 'node:path'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { readRegular } from '../../../core/disk/regular-file.ts'
import { AppError } from '../../../core/errors.ts'
import { readHost, readOldSite } from '../../../move/moved-site.ts'
import { readHostingConfiguration } from '../../../move/rules/hosting-configuration.ts'
import { lintInWorker } from '../../../move/rules/lint/in-worker.ts'
import type { LintReport } from '../../../move/rules/lint/lint.ts'
import { readSitemap } from '../../../move/site/sitemap.ts'
import type { CliContext } from '../../context.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import { readGivenFile } from '../../terminal/given-file.ts'
import type { Output } from '../../terminal/output.ts'
import type { lintCommand } from './commands.ts'

export async function lint(
  file: string,
  options: OptionsOf<typeof lintCommand>,
  context: CliContext,
): Promise<void> {
  const rules = await readGivenFile(file, 'the rules', context)
  const configuration = readHostingConfiguration(rules, file)
  const addresses = options.paths === undefined ? [] : await readAddresses(options.paths, context)
  const asked = {
    addresses,
    from: (options.from ?? []).map(readOldSite),
    ...(options.to !== undefined && { to: readHost(options.to) }),
  }
  const report = await lintInWorker(configuration, asked, context)
  const output = context.output(options)
  output.result(report)
  showLint(report, output)
  context.exit(report.findings.some(({ severity }) => severity !== 'note') ? EXIT.failed : EXIT.done)
}

async function readAddresses(file: string, { cwd }: CliContext): Promise<readonly string[]> {
  const bytes = await readRegular(resolve(cwd, file)).catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read "${file}": ${fileFault(cause)}`, { cause })
  })
  const { locations, problems } = readSitemap(bytes)
  if (problems.length === 0) return locations
  throw new AppError('usage', `Cannot use "${file}": it ${problems.map(({ message }) => message).join(', ')}`)
}

function showLint({ urls, findings }: LintReport, output: Output): void {
  if (urls.length > 0) {
    const rows = urls.map(({ url, rule, status, locations }) => [
      url,
      rule ?? 'none',
      String(status ?? ''),
      locations.join(' -> '),
    ])
    output.table(rows, ['address', 'rule', 'status', 'redirects to'])
    output.line()
  }
  for (const { severity, rule, url, message } of findings)
    output.line(`${severity}: ${rule ?? url ?? 'the file'} ${message}`)
  if (findings.length === 0) output.line('nothing is wrong')
}
