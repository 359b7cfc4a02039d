import { resolve } from 'node:path'
import { DEFAULT_PAYLOAD_DIR } from '../../../publishing/payload/settings.ts'
import { listReleases, planRollback, rollBack } from '../../../publishing/rollback.ts'
import type { RegisterCommand } from '../../context.ts'
import { momentText } from '../../terminal/moment.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import type { LiveHost } from './live-host.ts'
import { publish } from './publish.ts'
import { publisherFolders } from './release-dir.ts'

export function rollbackCommand({ liveHost }: { liveHost?: LiveHost } = {}): RegisterCommand {
  return (command, context) => {
    command
      .argument('[version]', 'the release whose files to publish again (default: list the releases)')
      .description('publish the files of an earlier release, taken from git, as the next release')
      .option('--write', 'change the payload and publish it; without it nothing is changed')
      .option('--payload <dir>', 'the payload (default: the one of this project)')
      .option('--settings <file>', "the payload's settings (default: the JSON file beside the folder)")
      .option('--release <dir>', 'the release folder (default: KURA_RELEASE_DIR, or the one of this project)')
      .option('--keys <dir>', 'the folder of the release keys (default: ~/.config/kura/keys)')
      .option('--days <n>', 'days until the release expires (default: 90)', wholeNumber('--days'))
      .option('--after <version>', 'publish a version above this one', wholeNumber('--after'))
      .option('--json', 'print the result as JSON')
      .action(async (given, options) => {
        const output = context.output(options)
        const payloadDir = resolve(context.cwd, options.payload ?? DEFAULT_PAYLOAD_DIR)
        const settingsFile = options.settings && resolve(context.cwd, options.settings)
        const { releaseDir } = publisherFolders(context, options)
        const folders = { payloadDir, releaseDir, settingsFile }
        if (given === undefined) {
          const releases = await listReleases(releaseDir)
          const { timezone } = context.config.locale()
          output.result(releases.map(({ version, created, commit }) => ({ version, created, commit })))
          if (!releases[0]) output.line('git has no release: commit the release folder after kura publish')
          output.table(
            releases.map(({ version, created, commit }) => [
              `release ${version}`,
              momentText(created, timezone),
              `commit ${commit.slice(0, 9)}`,
            ]),
          )
          return
        }
        const version = wholeNumber('VERSION')(given)
        if (options.write) {
          await rollBack(version, folders, () => publish(context, { ...options, payloadDir, liveHost }))
          output.line(`"${payloadDir}" has the files of release ${version} again: commit it too`)
          return
        }
        const { release, paths } = await planRollback(folders, version)
        output.result({ published: false, from: version, commit: release.commit, paths })
        for (const path of paths) output.line(path)
        output.line(
          `nothing is changed without --write; it would publish the files of release ${version} again`,
        )
      })
  }
}
