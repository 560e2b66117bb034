import type { Store } from '@concord/store';

const parts = [
  'replicas',
  'locks',
  'ledger',
  'records',
  'spills',
  'callers',
  'quotas',
  'owners',
  'keys',
  'documents',
] as const;

/** A store that tells how long each of its answers took. */
export function measuredStore(
  store: Store,
  told: (part: string, milliseconds: number, failed: boolean) => void,
): Store {
  const measured = Object.fromEntries(parts.map(part => [part, measuredPart(store[part], part, told)]));
  return { ...bound(store), ...(measured as unknown as Pick<Store, (typeof parts)[number]>) };
}

/** A store may be an object of a class, whose methods an object made of it would not have. */
function bound(store: Store): Store {
  return {
    ...store,
    kind: store.kind,
    place: store.place,
    conclude: conclusion => store.conclude(conclusion),
    onNotice: listener => store.onNotice(listener),
    now: () => store.now(),
    close: () => store.close(),
  };
}

function measuredPart<Part extends object>(part: Part, name: string, told: Parameters<typeof measuredStore>[1]): Part {
  return new Proxy(part, {
    get(target, member) {
      const given: unknown = Reflect.get(target, member);
      if (typeof given !== 'function') return given;
      return async (...args: unknown[]) => {
        const began = performance.now();
        let failed = true;
        try {
          const answer: unknown = await given.apply(target, args);
          failed = false;
          return answer;
        } finally {
          told(name, performance.now() - began, failed);
        }
      };
    },
  });
}
