import { catalogue } from '../../core/language/catalogue.ts'

export const USER_FOLDER = '%USERPROFILE%\\kura'

export const FOLDER_FAILURES = catalogue('failure.folder', {
  notPrivate: {
    en: 'Cannot keep "{file}" from other users: {program} says "{said}"',
    ja: '「{file}」をほかのユーザーから保護できません：{program}のメッセージは「{said}」です',
  },
  open: {
    en: 'Cannot set up "{dir}": {who} can write into "{path}", and replace the program that runs here',
    ja: '「{dir}」を設定できません：{who}が「{path}」に書き込めるため、ここで動くプログラムを置き換えられます',
  },
  unknownRights: {
    en: 'Cannot set up "{dir}": who can write into it is not known, {program} says "{said}"',
    ja: '「{dir}」を設定できません：書き込めるユーザーを確認できません。{program}のメッセージは「{said}」です',
  },
  everyone: { en: 'any user of this machine', ja: 'この端末のすべてのユーザー' },
  account: { en: 'the account {sid}', ja: 'アカウント {sid}' },
  group: { en: 'the group {gid}', ja: 'グループ {gid}' },
  owner: { en: 'the user {uid}', ja: 'ユーザー {uid}' },
  otherMachine: {
    en: 'Cannot use "{dir}" here: it was set up on another PC, or by another user',
    ja: '「{dir}」をここでは使えません：別のPC、または別のユーザーが設定したフォルダーです',
  },
})

export const FOLDER_HINTS = catalogue('hint.folder', {
  ownDrive: {
    en: 'move the folder into your user folder on a drive of this PC with NTFS, such as {example}, and open the start file there; if it is there already, tell the operator',
    ja: 'フォルダーを、このPCのNTFSのドライブにあるご自分のユーザーフォルダー（{example}など）に移し、そこで開始ファイルを開いてください。すでにその場所にある場合は、担当者にお知らせください',
  },
  home: {
    en: 'move the folder into your home folder, such as {example}, and open the start file there',
    ja: 'フォルダーをホームフォルダー（{example}など）に移し、そこで開始ファイルを開いてください',
  },
  chmod: {
    en: 'run this, then open the start file again: {command}; or move the folder into your home folder',
    ja: '「{command}」を実行してから、開始ファイルをもう一度開いてください。または、フォルダーをホームフォルダーに移してください',
  },
  otherMachine: {
    en: 'each PC needs a folder of its own: ask the operator for one (kura enrol NAME). If it is the same PC with a new user profile, or if the folder was moved here for good, delete "{file}" and open the start file again',
    ja: 'PCごとに専用のフォルダーが必要です。担当者に依頼してください（kura enrol）。同じPCでユーザープロファイルだけが新しくなった場合や、フォルダーをこのPCに移した場合は、「{file}」を削除してから、開始ファイルをもう一度開いてください',
  },
})
