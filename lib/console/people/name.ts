/** The names that people of the console may have. */

/**
 * A name of up to 60 characters. Latin letters mixed with those of a script of the same shapes, such as Cyrillic, do
 * not match: the name could look like a colleague's.
 */
export const PERSON_NAME =
  /^(?!(?=.*\p{Script=Latin}).*(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}])\p{L})[\p{L}\p{N}][\p{L}\p{N}\p{M} .'’・-]{0,59}$/u
