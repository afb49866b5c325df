/**
 * The part of a browser that the page's script may use. Nothing here reads markup, so the compiler ensures that data can
 * only become text.
 */
export interface PageNode {
  readonly nodeType: number;
}

export interface PageElement extends PageNode {
  textContent: string | null;
  hidden: boolean;
  /** Of a details element. */
  open: boolean;
  /** Of an input. */
  value: string;
  checked: boolean;
  append(...children: (PageNode | string)[]): void;
  replaceChildren(...children: (PageNode | string)[]): void;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  closest(selector: string): PageElement | null;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  getBoundingClientRect(): { left: number; top: number; width: number };
  scrollIntoView(options: { block: "start" | "center" | "nearest" }): void;
  focus(): void;
}

export interface PageEvent {
  readonly target: unknown;
  readonly clientX: number;
  readonly clientY: number;
}

export interface PageDocument {
  createElement(name: string): PageElement;
  createElementNS(namespace: string, name: string): PageElement;
  getElementById(id: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
