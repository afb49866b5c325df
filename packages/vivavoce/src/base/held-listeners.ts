type Listener = Parameters<NodeJS.EventEmitter["on"]>[1];

const held = new Map<Listener, Set<string>>();
const removers = ["removeAllListeners", "removeListener", "off"] as const;
const emitter = process as NodeJS.EventEmitter;
let isGuarded = false;

/**
 * Listens to an event of the process, and stays if suite code removes listeners that are not its own. Returns a function
 * that ends this.
 */
export function holdListener(event: string, listener: Listener): () => void {
  if (!isGuarded) guard();
  const events = held.get(listener) ?? new Set();
  held.set(listener, events.add(event));
  emitter.on(event, listener);
  return () => {
    events.delete(event);
    emitter.off(event, listener);
  };
}

function guard(): void {
  isGuarded = true;
  for (const name of removers) {
    const remove = emitter[name] as (...given: unknown[]) => unknown;
    const removeOthers = (...given: unknown[]) => {
      remove.apply(process, given);
      putBack();
      return process;
    };
    Object.assign(process, { [name]: removeOthers });
  }
}

function putBack(): void {
  for (const [listener, events] of held)
    for (const event of events) if (!emitter.listeners(event).includes(listener)) emitter.on(event, listener);
}
