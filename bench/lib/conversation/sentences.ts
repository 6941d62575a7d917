/** What people of a composed conversation say: made up of parts, so that there are more sentences than a meeting needs. */

const openings = [
  'I think',
  'As far as I know,',
  'To be honest,',
  'The way I see it,',
  'On the other hand,',
  'If we look at last month,',
  'Before we go on,',
  'Just to be clear,',
  'From what the customers say,',
  'When I asked around,',
  'In the second half of the year,',
  'According to the figures,',
]
const subjects = [
  'the new office',
  'our support team',
  'the warehouse in Hamburg',
  'everyone in the design group',
  'the older version',
  'a quarter of the orders',
  'the people from finance',
  'this whole project',
  'the morning shift',
  'my colleague Joseph',
  'the next release',
  'that small change',
]
const verbs = [
  'should have been checked',
  'will probably be moved',
  'could easily be finished',
  'was never really discussed',
  'has to be explained',
  'might just about be ready',
  'is going to be measured',
  'would be much cheaper',
  'had already been promised',
  'keeps getting postponed',
]
const endings = [
  'before the end of August.',
  'by somebody who was there.',
  'with a bit more patience and a larger budget.',
  'unless the weather gets worse.',
  'as we agreed on Thursday.',
  'for about twenty thousand people.',
  'without asking the lawyers again.',
  'so let us wait for the answer.',
  'and nobody noticed any difference.',
  'which is why I brought the pictures.',
  'after the trip to Chicago.',
  'together with the yellow boxes.',
  'if you give us a fair chance.',
]
const shorts = [
  'That is a very good question.',
  'How much would it cost?',
  'We tried that two years ago.',
  'Could you say that again, please?',
  'No, I have not heard from them.',
  'Let me write that down.',
  'Who is going to tell them?',
  'It works on my machine.',
]

const pick = (parts: readonly string[], key: number) => parts[key % parts.length]!

/** The n-th thing that a voice says; voices say different things. */
export function sentence(voice: number, n: number): string {
  const key = voice * 7 + n * 5
  if (n % 4 === 3) return pick(shorts, key + n)
  const said = `${pick(subjects, key + n)} ${pick(verbs, voice + n * 3)} ${pick(endings, voice * 3 + n)}`
  return n % 4 === 1 ? said[0]!.toUpperCase() + said.slice(1) : `${pick(openings, voice * 5 + n)} ${said}`
}

/** What listeners say while another speaks. */
export const backchannels = ['Yeah.', 'Right.', 'Okay.', 'Mm-hmm.', 'Oh, I see.', 'Exactly.']
