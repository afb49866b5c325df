/** Whether there is nothing to see in a text: only white space, and characters without a shape such as U+200B. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}
