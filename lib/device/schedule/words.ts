import { catalogue } from '../../core/language/catalogue.ts'

export const TASK = catalogue('task', {
  scheduled: {
    en: 'syncs three times a day, at {times} ({scheduler})',
    ja: '1日3回、{times}に同期します（{scheduler}）',
  },
  unscheduled: {
    en: '{name} does not sync by itself any more ({scheduler}); its files and its key are still here',
    ja: '端末「{name}」の自動同期をやめました（{scheduler}）。ファイルと鍵は残っています',
  },
  notChanged: {
    en: 'Cannot change the task: {command} says "{said}"',
    ja: 'タスクを変更できません：{command}のメッセージは「{said}」です',
  },
  notChangedHint: {
    en: 'the files are not affected; run "{start}" three times a day by other means, or tell the operator',
    ja: 'ファイルには影響ありません。ほかの方法で1日3回「{start}」を実行するか、担当者にお知らせください',
  },
  otherUser: {
    en: 'Cannot use "{dir}": the task of the user "{user}" syncs it',
    ja: '「{dir}」を使えません：ユーザー「{user}」のタスクが同期しています',
  },
  otherUserHint: {
    en: 'ask the operator for a folder of your own (kura enrol NAME); or run "{start}" in this folder as "{user}", or remove "{file}" if there is no such user any more',
    ja: '担当者に、ご自分用の新しいフォルダー（kura enrol）を依頼してください。引き継ぐ場合は、このフォルダーで「{user}」として「{start}」を実行します。そのユーザーがもういない場合は、「{file}」を削除してください',
  },
})
