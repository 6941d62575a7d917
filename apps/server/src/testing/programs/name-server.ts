import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const ANSWER_FLAGS = 0x8180

/** A name server that says of every name that it is this machine. */
export async function startNameServer(): Promise<{ port: number; asked: string[]; stop(): void }> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, { port, address }) => {
    let end = 12
    const labels: string[] = []
    for (let length = question[end]!; length > 0; length = question[end]!) {
      labels.push(question.toString('latin1', end + 1, end + 1 + length))
      end += length + 1
    }
    asked.push(labels.join('.'))
    const answer = Buffer.concat([
      question.subarray(0, 2),
      Buffer.from([ANSWER_FLAGS >> 8, ANSWER_FLAGS & 0xff, 0, 1, 0, 1, 0, 0, 0, 0]),
      question.subarray(12, end + 5),
      // The name of the question, an address of the internet, for five seconds: 127.0.0.1.
      Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4, 127, 0, 0, 1]),
    ])
    socket.send(answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, asked, stop: () => socket.close() }
}
