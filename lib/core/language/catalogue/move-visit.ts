/** The check of a move: why an address gave no response. Each is the end of a sentence that begins with the address. */
import type { Message } from '../message.ts'

interface Status {
  readonly status: number
}

export const MOVE_VISIT = {
  answers: {
    en: ({ status }: Status) => `answers ${status}, expected 200`,
    ja: ({ status }: Status) => `${status}を返しています（正しくは200）`,
  },
  answersThisCheck: {
    en: ({ status }: Status) => `answers ${status} to this check`,
    ja: ({ status }: Status) => `このチェックに対して${status}を返したため、確認できません`,
  },
  timedOut: {
    en: () => 'did not answer in time',
    ja: () => '制限時間内に応答がありませんでした',
  },
  unresolved: {
    en: () => 'does not resolve',
    ja: () => 'DNSで名前を解決できません',
  },
  refused: {
    en: () => 'refuses connections',
    ja: () => '接続を拒否しています',
  },
  cut: {
    en: () => 'cut the connection',
    ja: () => '接続が途中で切断されました',
  },
  brokenBody: {
    en: () => 'sent a broken compressed body',
    ja: () => '壊れた圧縮データを返しています',
  },
  notHttp: {
    en: () => 'does not answer in HTTP',
    ja: () => 'HTTPとして読めない応答を返しています',
  },
  privateAddress: {
    en: ({ what }: { what: string }) => `was not requested: ${what}, which is no public address`,
    ja: ({ what }: { what: string }) => `公開アドレスではないためアクセスしていません（${what}）`,
  },
  badCertificate: {
    en: ({ code }: { code: string }) => `has no valid certificate (${code})`,
    ja: ({ code }: { code: string }) => `有効な証明書がありません（${code}）`,
  },
  unrequestable: {
    en: ({ code }: { code: string }) => `could not be requested (${code || 'unknown cause'})`,
    ja: ({ code }: { code: string }) => `アクセスできませんでした（${code || '原因不明'}）`,
  },
  robotsUnreadable: {
    en: () => 'was not requested: its host has no readable robots.txt at the moment',
    ja: () => 'robots.txtを読み取れないため、アクセスしていません',
  },
  robotsForbid: {
    en: () => 'was not requested: robots.txt forbids it',
    ja: () => 'robots.txtで禁止されているため、アクセスしていません',
  },
  hostKeepsWaiting: {
    en: () => 'was not requested: its host keeps asking to wait',
    ja: () => 'サーバーが待機を求め続けているため、アクセスしていません',
  },
  hostWaits: {
    en: ({ at }: { at: number }) =>
      `was not requested: its host asks to wait until ${new Date(at).toISOString()}`,
    ja: ({ at }: { at: number }, { time }) =>
      `サーバーが${time(at)}まで待つよう求めているため、アクセスしていません`,
  },
  notSaved: {
    en: () => 'was not saved next to its index',
    ja: () => 'インデックスと同じフォルダーに保存されていません',
  },
} satisfies Record<string, Message<never>>
