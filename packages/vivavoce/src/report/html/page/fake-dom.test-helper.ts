import type { PageDocument, PageElement, PageEvent, PageNode } from "./dom.ts";

/** Enough of a browser to try the page's script in; like its types, it has nothing that reads markup. */
export class FakeElement implements PageElement {
  readonly nodeType = 1;
  readonly name: string;
  readonly children: (FakeElement | string)[] = [];
  readonly attributes = new Map<string, string>();
  readonly listeners = new Map<string, ((event: PageEvent) => void)[]>();
  parent: FakeElement | undefined;
  hidden = false;
  value = "";
  checked = false;
  scrolled = 0;
  #open = false;

  constructor(name: string) {
    this.name = name;
  }

  get open(): boolean {
    return this.#open;
  }

  set open(value: boolean) {
    this.#open = value;
    this.fire("toggle");
  }

  get textContent(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text: string) {
    this.replaceChildren(text);
  }

  append(...children: (PageNode | string)[]): void {
    for (const child of children) {
      if (child instanceof FakeElement) child.parent = this;
      this.children.push(child as FakeElement | string);
    }
  }

  replaceChildren(...children: (PageNode | string)[]): void {
    this.children.length = 0;
    this.append(...children);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  querySelector(selector: string): FakeElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  querySelectorAll(selector: string): FakeElement[] {
    return [...this.below()].filter((element) => element.#fits(selector));
  }

  closest(selector: string): FakeElement | null {
    return this.#fits(selector) ? this : (this.parent?.closest(selector) ?? null);
  }

  addEventListener(type: string, listener: (event: PageEvent) => void): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  /** As a browser would: from here upwards. */
  fire(type: string, event: Partial<PageEvent> = {}): void {
    const whole = { target: this, clientX: 0, clientY: 0, ...event };
    for (const listener of this.listeners.get(type) ?? []) listener(whole);
    if (type !== "toggle") this.parent?.fire(type, whole);
  }

  getBoundingClientRect() {
    return { left: 0, top: 0, width: Number(this.getAttribute("data-width") ?? 100) };
  }

  scrollIntoView(): void {
    this.scrolled += 1;
  }

  focus(): void {}

  *below(): Generator<FakeElement> {
    for (const child of this.children) {
      if (typeof child === "string") continue;
      yield child;
      yield* child.below();
    }
  }

  /** `.class`, `.class[open]`, `[attribute]`, `.above name`. */
  #fits(selector: string): boolean {
    const [above, own] = selector.includes(" ") ? selector.split(" ", 2) : [undefined, selector];
    if (above !== undefined) return this.#fits(own ?? "") && (this.parent?.closest(above) ?? null) !== null;
    const [, name, kind, attribute] = /^([a-z]*)(?:\.([\w-]+))?(?:\[([\w-]+)\])?$/.exec(selector) ?? [];
    const classes = (this.getAttribute("class") ?? "").split(" ");
    const has = attribute === "open" ? this.open : attribute === undefined || this.attributes.has(attribute);
    return has && (!name || name === this.name) && (kind === undefined || classes.includes(kind));
  }

  /** As markup, for a test to look at. */
  toString(): string {
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join("");
    return `<${this.name}${attributes}>${this.children.map(String).join("")}</${this.name}>`;
  }
}

export class FakePage implements PageDocument {
  readonly body = new FakeElement("body");

  createElement(name: string): FakeElement {
    return new FakeElement(name);
  }

  createElementNS(_namespace: string, name: string): FakeElement {
    return new FakeElement(name);
  }

  getElementById(id: string): FakeElement | null {
    return [...this.body.below()].find((element) => element.getAttribute("id") === id) ?? null;
  }

  querySelectorAll(selector: string): FakeElement[] {
    return this.body.querySelectorAll(selector);
  }

  /** An element in the page. */
  add(name: string, attributes: Record<string, string> = {}, text = "", parent = this.body): FakeElement {
    const element = new FakeElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== "") element.append(text);
    parent.append(element);
    return element;
  }
}
