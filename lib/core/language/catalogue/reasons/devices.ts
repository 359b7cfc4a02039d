/** What a device reports. A text that is not here is of another version, or the system's own, and is quoted. */
import { sentence } from '../../sentence.ts'

export const DEVICE_PROBLEMS = {
  exposed: sentence(
    '{file} can be read by other users: chmod 600 it',
    '{file}をほかのユーザーも読み取れます。「chmod 600」で保護してください',
  ),
  enrolmentRefused: sentence(
    '{file} was refused, remove it: {reason}',
    '{file}が受け付けられませんでした。削除してください：{reason}',
  ),
  stateUnreadable: sentence(
    '{file} could not be read: this run starts again from the credentials',
    '{file}を読み取れなかったため、認証情報から同期をやり直しました',
  ),
  undone: sentence(
    'an interrupted installation was undone: {reason}',
    '中断したインストールを取り消しました：{reason}',
  ),
  releaseExpired: sentence(
    'release {version} expired on {at}: publish a new one',
    'リリース {version}の有効期限が切れています（{at}）。新しいリリースを発行してください',
  ),
  rootExpired: sentence(
    'root {version} expired on {at}: rotate the root',
    'ルート {version}の有効期限が切れています（{at}）。ルートを更新してください',
  ),
  notInstalled: sentence(
    'Cannot install release {version}: {reason}',
    'リリース {version}を導入できません：{reason}',
  ),
  clockBehind: sentence(
    "this device's clock is {span} behind the host's: set it",
    '端末の時計が{span}遅れています。正しい時刻に合わせてください',
  ),
  clockAhead: sentence(
    "this device's clock is {span} ahead of the host's: set it",
    '端末の時計が{span}進んでいます。正しい時刻に合わせてください',
  ),
  programKept: sentence(
    'this program was not replaced: {reason}',
    'プログラムを更新できませんでした：{reason}',
  ),
  repaired: sentence(
    '"{path}" was missing or changed on this device and was repaired',
    '「{path}」が端末で削除または変更されていたため、元に戻しました',
  ),
  replaced: sentence(
    '"{path}" was changed on this device: its content is kept in "{copy}"',
    '「{path}」が端末で変更されていたため、変更内容を「{copy}」に残しました',
  ),
  kept: sentence(
    '"{path}" is no longer in the release but stays: it was changed on this device',
    '「{path}」は配布対象から外れましたが、端末で変更されているため残しました',
  ),
  hostBehind: sentence(
    'host is behind: "{host}" hands out release {offered}, this device has release {trusted}; deploy the newer one',
    'ホスト「{host}」のリリース {offered}が、端末のリリース {trusted}より古くなっています。新しいリリースをデプロイしてください',
  ),
  listFetchedWhole: sentence(
    'the list of files could not be made from the one before and was fetched whole',
    'ファイル一覧を差分から作成できなかったため、全体を取得しました',
  ),
  fetchedWhole: sentence(
    '"{path}" could not be made from the file before and its changes, and was fetched whole',
    '「{path}」を差分から作成できなかったため、全体を取得しました',
  ),
  unreported: sentence(
    'the state of this device was not reported to the host: {reason}',
    '端末の状態をホストに報告できませんでした：{reason}',
  ),
}
