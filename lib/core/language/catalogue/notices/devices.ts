/** The release that the host serves, and the devices that install it. */
import type { Message } from '../../message.ts'
import { japanese } from '../../reading.ts'
import { kura, matter, remark, remarkJa } from './words.ts'

interface VersionFacts {
  readonly version: number
  readonly expires: string
}

const releaseLine: Message<VersionFacts> = {
  en: ({ version }) => `release ${version}`,
  ja: ({ version }) => `リリース ${version}`,
}
const rootLine: Message<VersionFacts> = {
  en: ({ version }) => `root ${version}`,
  ja: ({ version }) => `ルート ${version}`,
}
const expires = ({ expires: at }: VersionFacts) => Date.parse(at)
const publish: Message = {
  en: () => 'sign and publish a release, then deploy',
  ja: () => 'リリースに署名して発行し、デプロイしてください',
}
const rotate: Message = {
  en: () => 'rotate the root, publish a release, then deploy',
  ja: () => 'ルートを更新し、リリースを発行してデプロイしてください',
}
const stopped: Message = {
  en: () => 'Devices install nothing until there is a new one.',
  ja: () => '新しく発行するまで、端末は何もインストールしません。',
}
const willStop: Message = {
  en: () => 'After that devices install nothing.',
  ja: () => '期限を過ぎると、端末は何もインストールしなくなります。',
}
const overRelease: Message<string> = {
  en: () => 'The release is valid again',
  ja: () => 'リリースの有効期限が更新されました',
}
const overRoot: Message<string> = {
  en: () => 'The root is valid again',
  ja: () => 'ルートの有効期限が更新されました',
}

export const releaseMatters = {
  release_expiring: matter<VersionFacts>({
    urgency: 'deadline',
    title: { en: () => 'The release expires soon', ja: () => 'リリースの有効期限が近づいています' },
    line: releaseLine,
    meaning: willStop,
    act: publish,
    command: () => kura('publish'),
    by: expires,
    name: ({ version }) => String(version),
    over: overRelease,
  }),
  release_expired: matter<VersionFacts>({
    urgency: 'deadline',
    title: { en: () => 'The release has expired', ja: () => 'リリースの有効期限が切れました' },
    line: releaseLine,
    meaning: stopped,
    act: publish,
    command: () => kura('publish'),
    by: expires,
    name: ({ version }) => String(version),
    over: overRelease,
  }),
  root_expiring: matter<VersionFacts>({
    urgency: 'deadline',
    title: { en: () => 'The root expires soon', ja: () => 'ルートの有効期限が近づいています' },
    line: rootLine,
    meaning: willStop,
    act: rotate,
    command: () => kura('root', 'rotate'),
    by: expires,
    name: ({ version }) => String(version),
    over: overRoot,
  }),
  root_expired: matter<VersionFacts>({
    urgency: 'deadline',
    title: { en: () => 'The root has expired', ja: () => 'ルートの有効期限が切れました' },
    line: rootLine,
    meaning: stopped,
    act: rotate,
    command: () => kura('root', 'rotate'),
    by: expires,
    name: ({ version }) => String(version),
    over: overRoot,
  }),
}

const devices = () => kura('devices')
const nameOf = ({ name }: { name: string }) => name

export const deviceMatters = {
  host_behind: matter<{ version: number; newest: number; names: readonly string[] }>({
    urgency: 'device',
    title: {
      en: () => 'The host serves an older release than devices have',
      ja: () => 'ホストのリリースが端末より古くなっています',
    },
    line: {
      en: ({ version, newest, names }, { list }) =>
        `the host has release ${version}; ${list(names)} ${names.length === 1 ? 'has' : 'have'} release ${newest}`,
      ja: ({ version, newest, names }, { list }) =>
        `ホストはリリース ${version}、端末はリリース ${newest}（${list(names)}）`,
    },
    meaning: {
      en: () => 'An old release folder was deployed: other devices get old files.',
      ja: () => '古いリリースがデプロイされており、ほかの端末には古いファイルが届きます。',
    },
    act: {
      en: () => 'deploy the newest release folder',
      ja: () => '最新のリリースをデプロイしてください',
    },
    command: devices,
    name: ({ version }) => String(version),
    over: {
      en: () => 'The host serves the newest release again',
      ja: () => 'ホストのリリースが最新になりました',
    },
  }),
  device_silent: matter<{ name: string; at: string }>({
    urgency: 'device',
    title: {
      en: (count, { number, plural }) =>
        plural(count, { one: 'A device is silent', other: `${number(count)} devices are silent` }),
      ja: (count, { number }) => `連絡が途絶えている端末が${number(count)}台あります`,
    },
    line: {
      en: ({ name, at }, { day }) => `${name}, last seen on ${day(Date.parse(at))}`,
      ja: ({ name, at }, { day }) => `${name}（最終連絡 ${day(Date.parse(at))}）`,
    },
    meaning: {
      en: () => 'A silent device gets no new files.',
      ja: () => '連絡のない端末には新しいファイルが届きません。',
    },
    act: {
      en: () => 'check that it is switched on and that its sync runs',
      ja: () => '電源が入っているか、同期が動いているかを確認してください',
    },
    command: devices,
    name: nameOf,
    over: {
      en: names => `Devices that call again: ${names}`,
      ja: names => `連絡が再開した端末：${names}`,
    },
  }),
  device_behind: matter<{ name: string; version?: number | undefined; problems: readonly string[] }>({
    urgency: 'device',
    title: {
      en: (count, { number, plural }) =>
        plural(count, { one: 'A device is behind', other: `${number(count)} devices are behind` }),
      ja: (count, { number }) => `更新が遅れている端末が${number(count)}台あります`,
    },
    line: {
      en: ({ name, version, problems }) =>
        `${name}, has ${version === undefined ? 'no release' : `release ${version}`}${remark(...problems)}`,
      ja: ({ name, version, problems }) =>
        `${name}（${version === undefined ? 'リリース未導入' : `リリース ${version}`}）${remarkJa(...problems)}`,
    },
    meaning: {
      en: () => 'It calls, but works with old files.',
      ja: () => '連絡はありますが、古いファイルのままです。',
    },
    act: {
      en: () => 'look at the sync on the device',
      ja: () => '端末で同期の状況を確認してください',
    },
    command: devices,
    name: nameOf,
    over: {
      en: names => `Devices that have the current release again: ${names}`,
      ja: names => `最新のリリースになった端末：${names}`,
    },
  }),
  device_problems: matter<{ name: string; problems: readonly string[] }>({
    urgency: 'device',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A device reports a problem',
          other: `${number(count)} devices report problems`,
        }),
      ja: (count, { number }) => `問題を報告している端末が${number(count)}台あります`,
    },
    line: {
      en: ({ name, problems }) => `${name}: ${problems.join('; ')}`,
      ja: ({ name, problems }) => `${name}：${problems.map(japanese).join('、')}`,
    },
    meaning: {
      en: () => 'It has its files, but something on it needs attention.',
      ja: () => 'ファイルは届いていますが、端末側に対処が必要です。',
    },
    act: {
      en: () => 'correct what the device reports, then run its sync',
      ja: () => '報告された内容に対処してから、同期を実行してください',
    },
    command: devices,
    name: nameOf,
    over: {
      en: names => `Devices that report no problem any more: ${names}`,
      ja: names => `問題が解消した端末：${names}`,
    },
  }),
}
