import { catalogue } from '../../../core/language/catalogue.ts'

export const MESSAGES_WORDS = catalogue('console.messages', {
  title: { en: 'Messages', ja: '連絡' },
  noScope: { en: 'You may not see the messages', ja: '連絡を見る権限がありません' },
  deliveries: { en: 'Sent messages', ja: '送った連絡' },
  none: { en: 'No message was sent yet.', ja: '送った連絡はまだありません。' },
  name: { en: 'Name', ja: '名前' },
  nameHint: {
    en: 'each name is sent once: price list 2026',
    ja: '1つの名前は1回だけ送られます。例：価格表2026',
  },
  way: { en: 'Way', ja: '送り方' },
  at: { en: 'Begun', ja: '開始' },
  by: { en: 'By', ja: '送った人' },
  progress: { en: 'Sent', ja: '送信' },
  sentOf: { en: '{sent} of {all}', ja: '{all}件のうち{sent}件' },
  // the page of one delivery
  person: { en: 'Recipient', ja: '宛先' },
  state: { en: 'State', ja: '状態' },
  answer: { en: 'Answer', ja: '返信' },
  left: { en: 'What is left to send', ja: 'これから届く内容' },
  toGoOn: {
    en: 'Not everybody has it yet. Continuing sends nothing twice.',
    ja: 'まだ届いていない人がいます。続きを送っても、二重には届きません。',
  },
  goOn: { en: 'Continue with what is left', ja: '続きを送る' },
  // the form of a new message
  write: { en: 'Send a message', ja: '連絡を送る' },
  writeText: {
    en: 'It goes to a channel, or to people one by one. The next page shows it as each person gets it.',
    ja: 'チャンネル、または一人ずつに送ります。次の画面で、届く内容を宛先ごとに確認できます。',
  },
  text: { en: 'Text', ja: '本文' },
  people: { en: 'People', ja: '宛先の人' },
  peopleHint: {
    en: 'their names at the chat, one a line; with the beginning of a name, the next page lets you pick',
    ja: 'チャットでの名前。1行に1人。名前の初めだけなら、次の画面で選べます',
  },
  pick: { en: 'Who of them is meant?', ja: 'どの人ですか' },
  list: { en: 'Saved list', ja: '保存した宛先' },
  listHint: {
    en: 'the message goes to its people too, beside those below',
    ja: '下に入力した人に加えて、この宛先にも送ります',
  },
  listNamed: { en: '{name}: {people}', ja: '{name}：{people}' },
  noList: { en: 'none', ja: '使わない' },
  saveAs: { en: 'Save the recipients as a list', ja: '宛先に名前を付けて保存する' },
  saveAsHint: {
    en: 'its name, such as Everyone; the next message can pick it. A name that exists is replaced.',
    ja: '例：全員。次の連絡で選べます。同じ名前の宛先は置き換わります。',
  },
  channel: { en: 'Channel', ja: 'チャンネル' },
  channelHint: { en: 'its identifier, digits only', ja: 'チャンネルのID（数字）' },
  preview: { en: 'See what each person gets', ja: '届く内容を確認する' },
  nameFault: {
    en: 'Enter a name without / and line breaks',
    ja: '名前を入力してください（斜線と改行は使えません）',
  },
  textFault: { en: 'Enter a text of at most 2,000 characters', ja: '本文を2,000文字以内で入力してください' },
  peopleFault: { en: 'Enter a person or a channel', ja: '人かチャンネルを入力してください' },
  unclear: { en: 'Not one person of the chat: {names}', ja: 'だれのことか決まりません：{names}' },
  channelFault: { en: 'Enter digits only', ja: '数字だけを入力してください' },
  cannot: { en: 'This cannot be sent', ja: 'この内容では送れません' },
  cannotText: {
    en: 'Another message has this name, the channel cannot be used, or the chat does not answer. Nothing was sent.',
    ja: '同じ名前の連絡がすでにあるか、チャンネルを使えないか、チャットが応答しません。送信していません。',
  },
  // the preview
  previewTitle: { en: 'Send {name}', ja: '「{name}」を送る' },
  sends: { en: 'What each person gets', ja: '宛先ごとに届く内容' },
  toChannel: { en: 'Everybody in the channel {channel}', ja: 'チャンネル{channel}の全員' },
  asSent: {
    en: 'The chat shows its own signs, such as two stars around a word, as formatting. A name in the text notifies no person.',
    ja: '単語を囲む2つの星など、チャットの記号は書式として表示されます。本文の名前から、個別の通知は届きません。',
  },
  send: {
    en: '{count, plural, one {Send one message} other {Send # messages}}',
    ja: '{count}件を送る',
  },
  mayNot: { en: 'You may not send messages', ja: '連絡を送る権限がありません' },
  mayNotText: { en: 'A colleague who may send can do it.', ja: '送信の権限がある担当者に頼んでください。' },
  back: { en: 'Back to the messages', ja: '連絡の一覧に戻る' },
  // the status message
  status: { en: 'Status message', ja: '状況のお知らせ' },
  statusAt: {
    en: 'in the channel for notices, edited {at, date, time}',
    ja: 'お知らせのチャンネルの固定メッセージ（{at, date, time}更新）',
  },
  noStatus: { en: 'There is none in a channel yet.', ja: 'チャンネルにはまだありません。' },
  chatDown: { en: 'The chat cannot be read now', ja: '今はチャットを読み取れません' },
  chatDownText: { en: 'What is stored is shown.', ja: '保存した記録を表示しています。' },
})
