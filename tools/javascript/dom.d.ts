// What a page finds in its own markup it knows the kind of: elements come loose, all else is checked.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface NonElementParentNode {
  getElementById(elementId: string): any;
}

interface Document {
  getElementById(elementId: string): any;
}

interface Element {
  closest(selector: string): any;
  readonly dataset: DOMStringMap;
}
