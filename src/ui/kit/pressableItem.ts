const attributes = { style: { 'pointer-events': 'auto' } };

/**
 * For every item of a virtual list. The list takes the pointer from its items while it scrolls and for 150 ms after, and
 * with it a press: one that begins then, and one during which it moves, as it does by itself where what stands above
 * changes its height.
 */
export const pressableItem = () => attributes;
