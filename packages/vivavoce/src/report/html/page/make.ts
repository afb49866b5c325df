import type { PageDocument, PageElement, PageNode } from "./dom.ts";

/** The attributes an element may have; none of them makes a browser run or fetch anything. */
export type Attributes = Readonly<
  Partial<Record<"class" | "title" | "type" | "data-exchange" | "start" | "aria-label", string | undefined>>
>;

export type PageChild = PageNode | string | undefined | readonly PageChild[];

/** Makes elements; a child that is a string becomes a text node, one that is undefined is left out. */
export type Make = (name: string, attributes: Attributes, ...children: PageChild[]) => PageElement;

export function maker(page: PageDocument): Make {
  return (name, attributes, ...children) => {
    const made = page.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (value !== undefined) made.setAttribute(attribute, value);
    }
    appendAll(made, children);
    return made;
  };
}

function appendAll(parent: PageElement, children: readonly PageChild[]): void {
  for (const child of children) {
    if (child === undefined) continue;
    if (isList(child)) appendAll(parent, child);
    else parent.append(child);
  }
}

function isList(child: PageChild): child is readonly PageChild[] {
  return Array.isArray(child);
}
