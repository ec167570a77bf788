/** Questions of tools and of the model, above the message field. */

export const question = 'Question';
export const asksToRun = (tool: string) => `${tool} asks to run. You can answer above the message field.`;
export const modelAsks = (text: string) => `The model asks: ${text}`;
export const moreAfterThis = (count: number) => `${count} more after this one`;
