/** A PNG of 48 × 32 pixels, base64. */
export const picture = [
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAApUlEQVR42u3WwQmAMAwF0E7iOE7iuWcncRwn8eLZiyMoCCUoak1/',
  'miCBf+qhPNI2aZiX1VSCgxzkIAdlpY8dza9BTRwZsQ5qh8kcCGVCgiAs2B1CmZCXmprYLPwrKzSJPPuSUgn2IZ5JtjEyTOKd+uvx',
  'VRod+aZ6syyzVLWH66tJYdo/l0rt+3FnwoB4m1BTWtQEnUwHSxl0ZZkAUZMVUGLZAu3ZAEcdcH8TpUcbAAAAAElFTkSuQmCC',
].join('');
