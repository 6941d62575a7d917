/** What is said to the assistant in the bench. No network was trained on these sentences or on the near ones; a limit and two paces were chosen by them. */
export const callTexts = [
  'OK EVA, highlight this.',
  'Hey EVA, follow up with the customer.',
  'OK EVA, decision, we start on Monday.',
  'Hey EVA, turn off the chimes.',
  'OK EVA, thank you.',
  'I think we are done with that. Hey EVA, take a note.',
  'OK EVA, go off the record.',
  'Hey EVA, listen again.',
]

const greetings = ['Okay,', 'Hey,']
/** Sound like the name, or a part of it, and are something else. */
const near = [
  'even so,',
  'even the customer',
  'every time',
  'ever since Monday',
  'Evan,',
  'Ivan,',
  'even if that is true,',
  'either way,',
  'if a customer calls,',
  'over there',
  'eventually',
  'everyone,',
  'Steve,',
  'we have a plan,',
  'leave a message,',
  'Eric,',
  'evidently',
  'even better,',
  'every other week',
  'Emma,',
]
const rests = [
  'we can start with the first point.',
  'the figures are the same as before.',
  'let us take a short break.',
  'note that the door stays open.',
  'that was a good decision.',
]

/** 200 sentences that no one says to the assistant. */
export const nearTexts = near.flatMap(word =>
  rests.flatMap(rest => greetings.map(greeting => `${greeting} ${word} ${rest}`)),
)
