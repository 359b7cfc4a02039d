/** The problems that a device reports, in English. A text that is not here comes from another version or the system. */
import { catalogue, phrase } from '../language/catalogue.ts'
import { english } from '../language/text.ts'
import type { Phrase } from '../phrase.ts'

export const DEVICE_PROBLEMS = catalogue('devices', {
  exposed: {
    en: '{file} can be read by other users: chmod 600 it',
    ja: '{file}をほかのユーザーも読み取れます。「chmod 600」で保護してください',
  },
  enrolmentRefused: {
    en: '{file} was refused, remove it: {reason}',
    ja: '{file}が受け付けられませんでした。削除してください：{reason}',
  },
  stateUnreadable: {
    en: '{file} could not be read: this run starts again from the credentials',
    ja: '{file}を読み取れなかったため、認証情報から同期をやり直しました',
  },
  undone: {
    en: 'an interrupted installation was undone: {reason}',
    ja: '中断したインストールを取り消しました：{reason}',
  },
  releaseExpired: {
    en: 'release {version} expired on {at}: publish a new one',
    ja: 'リリース {version}の有効期限が切れています（{at}）。新しいリリースを発行してください',
  },
  rootExpired: {
    en: 'root {version} expired on {at}: rotate the root',
    ja: 'ルート {version}の有効期限が切れています（{at}）。ルートを更新してください',
  },
  notInstalled: {
    en: 'Cannot install release {version}: {reason}',
    ja: 'リリース {version}を導入できません：{reason}',
  },
  clockBehind: {
    en: "this device's clock is {span} behind the host's: set it",
    ja: '端末の時計が{span}遅れています。正しい時刻に合わせてください',
  },
  clockAhead: {
    en: "this device's clock is {span} ahead of the host's: set it",
    ja: '端末の時計が{span}進んでいます。正しい時刻に合わせてください',
  },
  programKept: {
    en: 'this program was not replaced: {reason}',
    ja: 'プログラムを更新できませんでした：{reason}',
  },
  previousRan: {
    en: 'the previous program ran, because "{file}" {reason}',
    ja: '「{file}」が動かないため、前のプログラムで同期しました：{reason}',
  },
  repaired: {
    en: '"{path}" was missing or changed on this device and was repaired',
    ja: '「{path}」が端末で削除または変更されていたため、元に戻しました',
  },
  replaced: {
    en: '"{path}" was changed on this device: its content is kept in "{copy}"',
    ja: '「{path}」が端末で変更されていたため、変更内容を「{copy}」に残しました',
  },
  kept: {
    en: '"{path}" is no longer in the release but stays: it was changed on this device',
    ja: '「{path}」は配布対象から外れましたが、端末で変更されているため残しました',
  },
  waiting: {
    en: '"{path}" is open in another program and waits: close it there, then sync again',
    ja: '「{path}」がほかのプログラムで開かれているため、更新を待っています。ファイルを閉じてから、もう一度同期してください',
  },
  link: {
    en: '"{path}" is a symbolic link, which kura does not follow, and waits: move it away, then sync again',
    ja: '「{path}」がシンボリックリンクのため、更新を待っています。別の場所に移してから、もう一度同期してください',
  },
  special: {
    en: '"{path}" is neither a file nor a folder and waits: move it away, then sync again',
    ja: '「{path}」がファイルでもフォルダーでもないため、更新を待っています。別の場所に移してから、もう一度同期してください',
  },
  longPaths: {
    en: 'paths of more than 259 characters, which many programs on Windows cannot open: {count}, such as "{path}": move the folder to a shorter path',
    ja: 'パスが259文字を超えるファイルが{count}件あり、Windowsの多くのプログラムでは開けません（例：「{path}」）。フォルダーをパスの短い場所に移してください',
  },
  hostBehind: {
    en: 'host is behind: "{host}" hands out release {offered}, this device has release {trusted}; deploy the newer one',
    ja: 'ホスト「{host}」のリリース {offered}が、端末のリリース {trusted}より古くなっています。新しいリリースをデプロイしてください',
  },
  listFetchedWhole: {
    en: 'the list of files could not be made from the one before and was fetched whole',
    ja: 'ファイル一覧を差分から作成できなかったため、全体を取得しました',
  },
  fetchedWhole: {
    en: '"{path}" could not be made from the file before and its changes, and was fetched whole',
    ja: '「{path}」を差分から作成できなかったため、全体を取得しました',
  },
  unreported: {
    en: 'the state of this device was not reported to the host: {reason}',
    ja: '端末の状態をホストに報告できませんでした：{reason}',
  },
  minutes: { en: '{minutes} min', ja: '{minutes}分' },
  hours: { en: '{hours} h {minutes} min', ja: '{hours}時間{minutes}分' },
})

/** A link or a special file in the place of a file or folder, so that the update of `path` waits. */
export interface InPlace {
  readonly path: string
  readonly by: 'link' | 'special'
}

export function inPlaceProblem({ path, by }: InPlace): Phrase {
  return phrase(DEVICE_PROBLEMS[by], { path })
}

/** Returns the waiting paths that another program has open, because no problem reports a link or special file there. */
export function openPaths(waiting: readonly string[], problems: readonly string[] = []): string[] {
  const named = new Set(problems)
  const isNamed = (path: string, by: InPlace['by']) => named.has(english(inPlaceProblem({ path, by })))
  return waiting.filter(path => !isNamed(path, 'link') && !isNamed(path, 'special'))
}
