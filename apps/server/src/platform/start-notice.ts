import type { Config } from './config/config'

const loopback = ['127.0.0.1', '::1', 'localhost']

/** What the person who started the server reads, beside the log. */
export function startNotice({ host, publicUrl, role }: Config, origin: string, logFile?: string): string {
  const lines = [`Livetap is ready on ${origin}${role === 'all' ? '' : ` (${role})`}`]
  if (!loopback.includes(host) && !publicUrl?.startsWith('https:'))
    lines.push(
      `HOST is ${host}: put TLS in front and set LIVETAP_PUBLIC_URL. Without a secure context browsers give no microphone.`,
    )
  if (logFile) lines.push(`Stop it with Ctrl+C. The log is ${logFile}`)
  return `${lines.join('\n')}\n`
}
