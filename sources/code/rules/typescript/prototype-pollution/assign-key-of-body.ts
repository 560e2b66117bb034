export function one(text: string, target: Record<string, unknown>) {
  const given = JSON.parse(text);
  for (const key in given) {
    // ruleid: typescript/prototype-pollution/assign-key-of-body
    target[key] = given[key];
  }
}

export function two(text: string) {
  const settings: Record<string, unknown> = {};
  const parsed = JSON.parse(text);
  for (const name in parsed) {
    if (name !== '') {
      // ruleid: typescript/prototype-pollution/assign-key-of-body
      settings[name] = parsed[name];
    }
  }
  return settings;
}

export function three(texts: string[], all: any) {
  const last = JSON.parse(texts[0]);
  for (const each in last) {
    // ruleid: typescript/prototype-pollution/assign-key-of-body
    all[each] = last[each];
  }
}

export function own(text: string, target: Record<string, unknown>) {
  const given = JSON.parse(text);
  for (const key in given) {
    if (given.hasOwnProperty(key)) {
      // ok: typescript/prototype-pollution/assign-key-of-body
      target[key] = given[key];
    }
  }
}

export function map(text: string, target: Map<string, unknown>) {
  const given = JSON.parse(text);
  for (const key in given) {
    // ok: typescript/prototype-pollution/assign-key-of-body
    target.set(key, given[key]);
  }
}

export function known(target: Record<string, unknown>, source: Record<string, unknown>) {
  for (const key in source) {
    // ok: typescript/prototype-pollution/assign-key-of-body
    target[key] = source[key];
  }
}
