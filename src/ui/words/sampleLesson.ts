/** A whole lesson, small: what the page for teachers shows, and a test opens. */
export const sampleProse = `---
title: A lesson of my own
summary: What it teaches, in one sentence.
minutes: 5
profile: claude-code
---

## Two thousand numbers

The command \`seq 20000\` is about to run.

---

The model was sent {{numbers.seen}} of {{numbers.characters}} characters.

## Find the last one

The model knows where the rest is.

---

That cost {{last.viewTokens}} tokens.
`;

export const sampleData = `{
  "marks": { "end": "20000" },
  "steps": [
    {
      "predict": {
        "kind": "choice",
        "question": "Will the model see the last number?",
        "choices": [
          { "label": "Yes", "when": [{ "fact": "numbers.sees-end", "is": true }] },
          { "label": "No", "when": [{ "fact": "numbers.sees-end", "is": false }] }
        ]
      },
      "run": [
        {
          "kind": "turn",
          "user": "Count.",
          "model": [
            { "calls": [{ "tool": "Bash", "callId": "numbers", "input": { "command": "seq 20000" } }] },
            { "text": "I have counted." }
          ]
        }
      ]
    },
    {
      "task": {
        "kind": "calls",
        "goal": "Get the last number into the model's view.",
        "tools": [{ "tool": "Bash", "fields": [{ "name": "command", "title": "Command", "value": "seq 20000" }] }],
        "checks": [
          { "says": "The view of one of your calls holds it", "all": [{ "fact": "sees-end", "is": true }] }
        ],
        "answer": {
          "says": "Ask the saved file for its end.",
          "model": [
            { "calls": [{ "tool": "Bash", "input": { "command": "tail -n 1 {{numbers.savedPath}}" } }] },
            { "text": "It is 20000." }
          ]
        }
      }
    }
  ]
}
`;
