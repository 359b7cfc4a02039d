/** Recognizes the statement of a Japanese bank account by its header, so that its refusal says what the file is. */

/** What a statement calls the balance: 残高, 差引残高, 取引後残高（円）, and 現在（貸付）高 of the post office. */
const BALANCE = /残高|^現在.*高/

/** What a statement calls the money that came in or went out: お引出し, 支払い金額, お預り金額, 入出金(円), 受入金額（円）. */
const MOVEMENT = /引出|引き出|支払|払出|出金|入金|預入|預け|預り|預か|受入/

/** A bank's statement names the balance, and the money that came in or went out. */
export function isBankStatement(header: readonly string[]): boolean {
  const names = header.map(name => name.slice(0, LONGEST).normalize('NFKC').replaceAll(/\s/g, ''))
  return [BALANCE, MOVEMENT].every(word => names.some(name => word.test(name)))
}

/** The number of characters of a name that are read: no bank has a longer one. */
const LONGEST = 40
