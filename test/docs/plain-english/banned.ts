/** Words that no page, comment or text has, and what a reader understands at once instead. */
export interface Banned {
  readonly name: string
  readonly words: RegExp
  readonly instead: string
  /** A sentence that has them, and one that comes close and is plain. */
  readonly found: string
  readonly plain: string
}

/** Words after which "who" has no noun to refer to, unlike "the client who". */
const BEFORE_WHO = 'but|nor|for|to|by|of|from|with|than|as|that|whether|if|unless|because|while|which|only|also'

/** "what changed, and who changed it" is plain: the other question words stand before. */
const AFTER_QUESTION = String.raw`(?<!\b(?:what|where|when|why|which|how)\b[^.;:]*)\b(?:and|or)`

const AT_BEGINNING = `(?:^|[.:;!?|(] )["'“]?`
const HEADLESS_WHO = String.raw`(?:${AT_BEGINNING}|\b(?:${BEFORE_WHO}) |${AFTER_QUESTION} )who\b(?! did what\b)(?![^.!]*\?)`

const DETERMINERS = 'the|a|an|its|their|each|every|other'

/** A sentence may tell these something. */
const PERSONS_AND_PROGRAMS =
  'agent|browser|caller|client|component|operator|page|person|process|reader|server|spreadsheet|tab|user'
const LISTENERS = String.raw`(?:you|us|them|(?:(?:${DETERMINERS}) )*(?:\w+ )?(?:${PERSONS_AND_PROGRAMS})(?:s|es)?\b)`

/** "tells one from another", "tells them apart". */
const APART = String.raw`(?:\S+ ){0,6}(?:apart|from)\b`

const BEFORE_A_VERB = 'to|not|can|cannot|could|may|must|should|will|would'
const TELL = String.raw`(?:\b(?:told|telling|tells)|(?<!\b(?:${BEFORE_A_VERB}) )\btell)\b`
const TELLING_DATA = String.raw`${TELL}(?! (?:to\b|${LISTENERS}|${APART}))`

/** One noun of a chain, with its determiners. */
const NOUN = String.raw`(?:(?:the|a|an|its|their|this|that|every|any|all|other|no) )*(?!each\b)[a-z][\w’'-]*`

export const banned: readonly Banned[] = [
  {
    name: 'who that refers to nobody',
    words: new RegExp(HEADLESS_WHO, 'i'),
    instead: 'Name the actor: "a client that …", "the person who …".',
    found: 'Who reads Redis gets no cookies.',
    plain: 'A person who reads Redis gets no cookies. Who reads Redis? It says what changed, and who changed it.',
  },
  {
    name: 'data that tells',
    words: new RegExp(TELLING_DATA, 'i'),
    instead: 'Say "contains", "includes", "reports", "states" or "shows".',
    found: 'The event tells lines and units.',
    plain: 'The message tells the client what to do. Two colours tell them apart.',
  },
  {
    name: 'is none',
    words: /(?<!\bthere (?:\w+ )?)\b(?:is|are|was|were|be) none\b/i,
    instead: 'Say "is not" or "there is no …".',
    found: 'A report that is none of the others.',
    plain: 'It is null if there is none.',
  },
  {
    name: 'so far',
    words: /\bso far\b/i,
    instead: 'Say "previously" or "until now".',
    found: 'So far both were 500.',
    plain: 'Previously both returned 500.',
  },
  {
    name: 'as far',
    words: /\bas far\b/i,
    instead: 'Say up to where: "until it has caught up", "as much as possible".',
    found: 'It takes its place when it has come as far.',
    plain: 'It replaces it once it has caught up.',
  },
  {
    name: 'belongs into',
    words: /\bbelongs? into\b/i,
    instead: 'Say "belongs in".',
    found: 'The file belongs into `alone`.',
    plain: 'The file belongs in `alone`.',
  },
  {
    name: 'what there is not',
    words: /\bwhat there is not\b/i,
    instead: 'Say what is missing.',
    found: 'What there is not is backordered.',
    plain: 'The missing units are backordered.',
  },
  {
    name: 'such as it is',
    words: /\bsuch as it is\b/i,
    instead: 'Leave it out, or say what it is.',
    found: 'It takes the line such as it is.',
    plain: 'It takes the line unchanged.',
  },
  {
    name: 'three nouns joined by "of"',
    words: new RegExp(String.raw`\bof ${NOUN} of ${NOUN} of\b`, 'i'),
    instead: 'Turn a noun round ("the item’s lots"), or make a sentence of it.',
    found: 'The sum of the units of lots of an item.',
    plain: 'The sum of the units in an item’s lots.',
  },
]
