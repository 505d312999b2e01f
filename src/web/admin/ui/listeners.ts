import { useSyncExternalStore } from "react";

type Events = DocumentEventMap & WindowEventMap;
type Handlers = { [Name in keyof Events]?: (event: Events[Name]) => void };

/** Listens to events of a window, document or element. Returns a function that ends it. */
export function listen(
  target: EventTarget,
  handlers: Handlers,
  options?: AddEventListenerOptions,
): () => void {
  const ending = new AbortController();
  for (const [name, handler] of Object.entries(handlers)) {
    target.addEventListener(name, handler as EventListener, { ...options, signal: ending.signal });
  }
  return () => ending.abort();
}

/** State outside React that components follow. */
export class Observable {
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reports a change to all listeners. */
  publish(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A fact about the state, read again after each change. */
export function useObserved<Fact>(state: Observable, read: () => Fact): Fact {
  return useSyncExternalStore(state.subscribe, read);
}
