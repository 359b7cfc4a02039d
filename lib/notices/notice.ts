/** What a person must do: raised by the owner of the state that it follows from, as plain data. */

export interface Notice {
  /** One matter: `registrar/purchase/example.com`. Where it is raised no more, the matter is closed. */
  readonly key: string
  /** How far the matter has come; a new step is a new reason to tell. */
  readonly step: string
  /** For people: what is the matter and what to do, without a secret and without contact data. */
  readonly text: string
}

/** Raises an owner's notices from what is stored. */
export interface NoticeRule {
  /** `registrar`; the keys of its notices start with it. */
  readonly owner: string
  read(): Promise<readonly Notice[]>
}
