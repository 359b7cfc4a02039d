import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { kura, openItem, remark } from '../../core/language/open-item.ts'
import { joined } from '../../core/language/outside.ts'
import { readProblem } from '../../core/release/read-problem.ts'

interface VersionFacts {
  readonly version: number
  readonly expires: string
}

const deadline = {
  urgency: 'deadline',
  by: ({ expires }: VersionFacts) => Date.parse(expires),
  name: ({ version }: VersionFacts) => String(version),
  values: (facts: VersionFacts) => facts,
} as const
const isOver = {
  en: 'Devices install nothing until there is a new one.',
  ja: '新しく発行するまで、端末は何もインストールしません。',
} as const
const isSoonOver = {
  en: 'After that devices install nothing.',
  ja: '期限を過ぎると、端末は何もインストールしなくなります。',
} as const
const release = {
  line: { en: 'release {version}', ja: 'リリース {version}' },
  act: {
    en: 'sign and publish a release, then deploy',
    ja: 'リリースに署名して発行し、デプロイしてください',
  },
  over: { en: 'The release is valid again', ja: 'リリースの有効期限が更新されました' },
} as const
const root = {
  line: { en: 'root {version}', ja: 'ルート {version}' },
  act: {
    en: 'rotate the root, publish a release, then deploy',
    ja: 'ルートを更新し、リリースを発行してデプロイしてください',
  },
  over: { en: 'The root is valid again', ja: 'ルートの有効期限が更新されました' },
} as const

export const releaseItems = {
  release_expiring: openItem({
    ...catalogue('notices.release_expiring', {
      title: { en: 'The release expires soon', ja: 'リリースの有効期限が近づいています' },
      meaning: isSoonOver,
      ...release,
    }),
    ...deadline,
    command: () => kura('publish'),
  }),
  release_expired: openItem({
    ...catalogue('notices.release_expired', {
      title: { en: 'The release has expired', ja: 'リリースの有効期限が切れました' },
      meaning: isOver,
      ...release,
    }),
    ...deadline,
    command: () => kura('publish'),
  }),
  root_expiring: openItem({
    ...catalogue('notices.root_expiring', {
      title: { en: 'The root expires soon', ja: 'ルートの有効期限が近づいています' },
      meaning: isSoonOver,
      ...root,
    }),
    ...deadline,
    command: () => kura('root', 'rotate'),
  }),
  root_expired: openItem({
    ...catalogue('notices.root_expired', {
      title: { en: 'The root has expired', ja: 'ルートの有効期限が切れました' },
      meaning: isOver,
      ...root,
    }),
    ...deadline,
    command: () => kura('root', 'rotate'),
  }),
}

const WORDS = catalogue('notices.devices', {
  none: { en: 'no release', ja: 'リリース未導入' },
  release: { en: 'release {version}', ja: 'リリース {version}' },
})

const devices = () => kura('devices')
const ofDevice = { urgency: 'device', command: devices, name: ({ name }: { name: string }) => name } as const

export const deviceItems = {
  host_behind: openItem({
    ...catalogue('notices.host_behind', {
      title: {
        en: 'The host serves an older release than devices have',
        ja: 'ホストのリリースが端末より古くなっています',
      },
      line: {
        en: 'the host has release {version}; {names} {devices, plural, one {has} other {have}} release {newest}',
        ja: 'ホストはリリース {version}、端末はリリース {newest}（{names}）',
        onlyEn: ['devices'],
      },
      meaning: {
        en: 'An old release folder was deployed: other devices get old files.',
        ja: '古いリリースがデプロイされており、ほかの端末には古いファイルが届きます。',
      },
      act: { en: 'deploy the newest release folder', ja: '最新のリリースをデプロイしてください' },
      over: { en: 'The host serves the newest release again', ja: 'ホストのリリースが最新になりました' },
    }),
    urgency: 'device',
    command: devices,
    name: ({ version }) => String(version),
    values: (facts: { version: number; newest: number; names: readonly string[] }) => ({
      ...facts,
      names: { items: facts.names, by: 'and' } as const,
      devices: facts.names.length,
    }),
  }),
  device_silent: openItem({
    ...catalogue('notices.device_silent', {
      title: {
        en: '{count, plural, one {A device is silent} other {# devices are silent}}',
        ja: '連絡が途絶えている端末が{count, number}台あります',
      },
      line: { en: '{name}, last seen on {at, date, day}', ja: '{name}（最終連絡 {at, date, day}）' },
      meaning: {
        en: 'A silent device gets no new files.',
        ja: '連絡のない端末には新しいファイルが届きません。',
      },
      act: {
        en: 'check that it is switched on, that its sync runs, and that no virus scanner has moved the device program to quarantine',
        ja: '電源が入っているか、同期が動いているか、ウイルス対策ソフトが端末プログラムを隔離していないかを確認してください',
      },
      over: { en: 'Devices that call again: {names}', ja: '連絡が再開した端末：{names}' },
    }),
    ...ofDevice,
    values: (facts: { name: string; at: string }) => ({ name: facts.name, at: Date.parse(facts.at) }),
  }),
  device_behind: openItem({
    ...catalogue('notices.device_behind', {
      title: {
        en: '{count, plural, one {A device is behind} other {# devices are behind}}',
        ja: '更新が遅れている端末が{count, number}台あります',
      },
      line: { en: '{name}, has {release}{remark}', ja: '{name}（{release}）{remark}' },
      meaning: {
        en: 'It calls, but works with old files.',
        ja: '連絡はありますが、古いファイルのままです。',
      },
      act: { en: 'look at the sync on the device', ja: '端末で同期の状況を確認してください' },
      over: {
        en: 'Devices that have the current release again: {names}',
        ja: '最新のリリースになった端末：{names}',
      },
    }),
    ...ofDevice,
    values: (facts: { name: string; version?: number | undefined; problems: readonly string[] }) => ({
      name: facts.name,
      release:
        facts.version === undefined ? phrase(WORDS.none) : phrase(WORDS.release, { version: facts.version }),
      remark: remark(...facts.problems.flatMap(readProblem)),
    }),
  }),
  device_problems: openItem({
    ...catalogue('notices.device_problems', {
      title: {
        en: '{count, plural, one {A device reports a problem} other {# devices report problems}}',
        ja: '問題を報告している端末が{count, number}台あります',
      },
      line: { en: '{name}: {problems}', ja: '{name}：{problems}' },
      meaning: {
        en: 'It has its files, but something on it needs attention.',
        ja: 'ファイルは届いていますが、端末側に対処が必要です。',
      },
      act: {
        en: 'correct what the device reports, then run its sync',
        ja: '報告された内容に対処してから、同期を実行してください',
      },
      over: { en: 'Devices that report no problem any more: {names}', ja: '問題が解消した端末：{names}' },
    }),
    ...ofDevice,
    values: (facts: { name: string; problems: readonly string[] }) => ({
      name: facts.name,
      problems: joined(facts.problems.flatMap(readProblem)),
    }),
  }),
  device_waiting: openItem({
    ...catalogue('notices.device_waiting', {
      title: {
        en: '{count, plural, one {A device has a file open} other {# devices have files open}} that cannot be updated',
        ja: '開いたままで更新できないファイルのある端末が{count, number}台あります',
      },
      line: { en: '{name}: {paths}', ja: '{name}：{paths}' },
      meaning: {
        en: 'Another program has had it open for two days, so it is not current.',
        ja: 'ほかのプログラムで2日間開かれたままのため、最新の内容になっていません。',
      },
      act: {
        en: 'close the file on the device; the next sync updates it',
        ja: '端末でファイルを閉じてください。次の同期で更新されます',
      },
      over: { en: 'Devices whose files are closed: {names}', ja: 'ファイルが閉じられた端末：{names}' },
    }),
    ...ofDevice,
    values: (facts: { name: string; paths: readonly string[] }) => ({
      name: facts.name,
      paths: { items: facts.paths, by: 'semicolon' } as const,
    }),
  }),
}
