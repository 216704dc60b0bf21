const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The endpoints of an OpenAPI document, in its order. */
export function endpointsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ method, path, operation: item[method] })),
  );
}

/**
 * Every field of bodies and answers, and every parameter beside the path, with the endpoints where it stands: the named
 * parts of the document once, whatever else by its endpoint.
 * @returns {{ part: string, field: string, endpoints: { method: string, path: string }[] }[]}
 */
export function fieldsOf(document) {
  const found = new Map();
  for (const endpoint of endpointsOf(document)) {
    const title = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
    const add = (part, field) => {
      const key = `${part}\n${field}`;
      const entry = found.get(key) ?? { part, field, endpoints: new Set() };
      found.set(key, entry);
      entry.endpoints.add(endpoint);
    };
    for (const { name, in: place } of endpoint.operation.parameters ?? []) {
      if (place === 'query') {
        add(title, name);
      }
    }
    for (const schema of schemasOf(endpoint.operation)) {
      walk(document, schema, { part: title, add, seen: new Set() });
    }
  }
  return [...found.values()].map((entry) => ({ ...entry, endpoints: [...entry.endpoints] }));
}

/** Of the body, and of every answer that is no failure: those are the subject of tests of their own. */
function schemasOf({ requestBody, responses }) {
  const answers = Object.entries(responses).filter(([status]) => status < '400');
  return [requestBody, ...answers.map(([, answer]) => answer)]
    .flatMap((message) => Object.values(message?.content ?? {}))
    .map(({ schema }) => schema)
    .filter((schema) => schema !== undefined);
}

function walk(document, schema, place) {
  const { part, add, seen } = place;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').pop();
    if (!seen.has(name)) {
      walk(document, document.components.schemas[name], { part: name, add, seen: new Set([...seen, name]) });
    }
    return;
  }
  const others = [...(schema.oneOf ?? []), ...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
  const inner = [schema.items, schema.additionalProperties].filter((each) => typeof each === 'object');
  for (const [field, content] of Object.entries(schema.properties ?? {})) {
    add(part, field);
    inner.push(content);
  }
  [...others, ...inner].forEach((each) => walk(document, each, place));
}
