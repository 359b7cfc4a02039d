import { catalogue } from '../language/catalogue.ts'

export const PASSKEY_FAULTS = catalogue('passkey', {
  issuedMalformed: {
    en: 'the form does not carry what this server gave it',
    ja: 'フォームの内容が、このサーバーが発行したものではありません',
  },
  issuedElsewhere: {
    en: 'the form was made for another browser, another sign-in or another purpose',
    ja: 'このフォームは、別のブラウザー、別のログインまたは別の操作のために作られたものです',
  },
  issuedExpired: {
    en: 'the page is older than 15 minutes',
    ja: 'ページを開いてから15分以上が経過しました',
  },
  statementMalformed: {
    en: 'it is not a statement in the form that kura writes',
    ja: 'kuraが作成する形式の承認内容ではありません',
  },
  statementExpired: { en: 'the statement has expired', ja: '承認内容の期限が切れています' },
  otherPerson: { en: 'the statement is of another person', ja: '承認内容の名義が別の人になっています' },
  otherDeployment: {
    en: 'the statement is for another deployment',
    ja: '承認内容は別のデプロイに対するものです',
  },
  otherOrigin: { en: 'the statement is for another address', ja: '承認内容は別のアドレスに対するものです' },
  answerMalformed: {
    en: 'the browser sent no answer of a passkey that can be read',
    ja: 'ブラウザーから届いたパスキーの応答を読み取れません',
  },
  otherCredential: {
    en: 'the answer is from another passkey',
    ja: '別のパスキーからの応答です',
  },
  unproved: {
    en: "the vouches for this passkey do not lead to the publisher's key: {why}",
    ja: 'このパスキーの保証を、発行者の鍵までたどれません（{why}）',
  },
  clientData: {
    en: 'the passkey signed for another page, another question or another address',
    ja: 'パスキーは、別のページ、別の問い合わせまたは別のアドレスに署名しています',
  },
  authenticatorData: {
    en: 'the data of the authenticator is damaged or for another address',
    ja: '認証器のデータが壊れているか、別のアドレスのものです',
  },
  unverified: {
    en: 'the device has not verified the person (fingerprint, face or PIN)',
    ja: '端末で本人確認（指紋、顔または暗証番号）が行われていません',
  },
  signature: { en: 'the signature is not valid', ja: '署名が正しくありません' },
  keyKind: {
    en: 'the passkey has a kind of key that kura does not take: it takes ES256 and RS256',
    ja: 'このパスキーの鍵の種類には対応していません',
  },
  vouchMalformed: {
    en: 'it is not a vouch in the form that kura writes',
    ja: '保証の形式が正しくありません',
  },
  vouchTime: {
    en: 'the vouch was signed more than 15 minutes ago, or by a clock that is wrong',
    ja: '保証の署名から15分以上が経過したか、署名した機器の時計がずれています',
  },
  vouchNumber: {
    en: 'the confirmation number does not belong to the key',
    ja: '確認番号が鍵と一致しません',
  },
  vouchKeys: {
    en: "the vouch is not signed by the publisher's keys",
    ja: '保証に発行者の鍵の署名がありません',
  },
})

export const PROOF_FAULTS = catalogue('passkeyProof', {
  missing: {
    en: 'the approval {digest} is in none of the records',
    ja: '承認{digest}が記録にありません',
  },
  otherText: { en: 'its text is not that of its digest', ja: '内容がハッシュと一致しません' },
  late: {
    en: 'its record was added later than it says',
    ja: '記録の日時より後に追加されています',
  },
  circle: { en: 'its passkey vouches for itself', ja: 'パスキーが自分自身を保証しています' },
  publisher: {
    en: "the vouch is not signed by the publisher's keys",
    ja: '保証に発行者の鍵の署名がありません',
  },
  otherStatement: {
    en: 'it is not a statement for this deployment',
    ja: 'このデプロイに対する承認内容ではありません',
  },
  time: {
    en: 'it was not recorded within the 15 minutes of its statement',
    ja: '承認内容の有効な15分の間に記録されていません',
  },
  otherVouch: {
    en: 'a vouch is for another person, passkey or deployment, or later than the approval',
    ja: '保証が別の人、パスキーまたはデプロイに対するものか、承認より後のものです',
  },
  scopes: {
    en: 'the one who vouched lacked a right that was given',
    ja: '保証した人が、与えた権限を持っていませんでした',
  },
  unvouched: { en: 'no vouch for its passkey is named', ja: 'パスキーに対する保証がありません' },
  twoPeople: {
    en: 'one person alone made another one an approver',
    ja: '承認者の追加が、一人だけで行われています',
  },
})
