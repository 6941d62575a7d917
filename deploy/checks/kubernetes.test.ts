import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { build, containersOf, type Manifest, podOf } from './kustomization'

const require = createRequire(import.meta.url)

type Validated = new (data: object) => { validate(): void }

/** What the published schema says against a manifest. Its fields that the schema does not read, it does not know. */
function faultsOf({ apiVersion, kind, ...fields }: Manifest): string[] {
  const models = require(`kubernetes-models/${apiVersion}`) as Record<string, Validated>
  const Model = models[kind]
  if (!Model) return [`${apiVersion} has no ${kind}`]
  const unread = new Set<string>()
  const watched = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, watch(value, name, unread)]),
  )
  try {
    // Its constructor would copy, and so read, everything.
    Object.assign(new Model({ apiVersion, kind }), watched).validate()
  } catch (error) {
    return [(error as Error).message]
  }
  return [...unread].map(path => `the schema knows no ${path}`)
}

function watch(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    const at = `${path}.${key}`
    if (!Array.isArray(value)) unread.add(at)
    return [key, watch(inner, at, unread)] as const
  })
  if (Array.isArray(value)) return entries.map(([, inner]) => inner)
  return new Proxy(Object.fromEntries(entries), {
    get(object, key) {
      unread.delete(`${path}.${String(key)}`)
      return object[key as string]
    },
  })
}

test('a field that is missing, of another type or unknown is found', () => {
  const broken = (spec: object) =>
    faultsOf({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'x' }, spec })
  expect(broken({ maxUnavailable: 1, selector: { matchLabels: { app: 'x' } } })).toEqual([])
  expect(broken({ maxUnavailable: [] })).toEqual([expect.stringContaining('maxUnavailable')])
  expect(broken({ maxUnavailabel: 1 })).toEqual(['the schema knows no spec.maxUnavailabel'])
})

describe.each(['base', 'overlays/small', 'overlays/large'])('%s', overlay => {
  const manifests = build(`deploy/kubernetes/${overlay}`)
  const named = (kind: string, name: string) =>
    manifests.find(one => one.kind === kind && one.metadata.name === name)
  const workloads = manifests.filter(podOf)

  test('every manifest keeps to the schemas of Kubernetes', () => {
    const faults = manifests.flatMap(one =>
      faultsOf(one).map(fault => `${one.kind} ${one.metadata.name}: ${fault}`),
    )
    expect(faults).toEqual([])
    expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual(['front', 'gateway', 'worker'])
  })

  test('processes run without rights: no root, nothing written outside of their volumes, no token of the cluster', () => {
    for (const workload of workloads) {
      const pod = podOf(workload)!
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const { securityContext, resources, livenessProbe, readinessProbe } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(resources).toMatchObject({
          requests: { cpu: expect.anything() },
          limits: { memory: expect.anything() },
        })
        expect(livenessProbe).toBeDefined()
        expect(readinessProbe).toBeDefined()
      }
    }
  })

  test('what a manifest names is there: volumes, config keys, services, and what budgets, autoscalers and policies select', () => {
    for (const workload of workloads) {
      const { volumes } = podOf(workload) as { volumes?: { name: string }[] }
      for (const { volumeMounts = [], env = [] } of containersOf(workload)) {
        const names = (volumes ?? []).map(({ name }) => name)
        expect(names).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)))
        for (const { valueFrom } of env) {
          const from = valueFrom?.configMapKeyRef
          if (from) expect(named('ConfigMap', from.name)?.data).toHaveProperty([from.key])
          // What is secret is named, never kept here.
          if (valueFrom?.secretKeyRef) expect(valueFrom.secretKeyRef.name).toBe('livetap')
        }
      }
      const budget = named('PodDisruptionBudget', workload.metadata.name)!
      const { selector } = workload.spec as { selector: object }
      expect((budget.spec as { selector: object }).selector).toEqual(selector)
    }
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([])
    const autoscalers = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    expect(autoscalers).toHaveLength(2)
    for (const { spec } of autoscalers) {
      const {
        scaleTargetRef: target,
        minReplicas,
        maxReplicas,
      } = spec as {
        scaleTargetRef: { kind: string; name: string }
        minReplicas: number
        maxReplicas: number
      }
      expect(named(target.kind, target.name)?.spec).not.toHaveProperty('replicas')
      expect(maxReplicas).toBeGreaterThanOrEqual(minReplicas)
    }
  })
})

test('an overlay that names what is not there is refused', () => {
  expect(() => build('deploy/checks/fixtures/no-resource')).toThrow('missing.yaml does not exist')
  expect(() => build('deploy/checks/fixtures/no-target')).toThrow('a patch has no target: Deployment missing')
})
