import { numbers } from '../kit/locale.ts';
import { language } from './language.ts';

/** The forms of a text that hangs on a number; `#` stands for the number. Which forms there are, the language says. */
type Forms = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

const rules = new Intl.PluralRules(language);

/** The form for a whole number, with the number in it as it is written: `4,812 lines`. */
export function plural(value: number, forms: Forms): string {
  const form = forms[rules.select(value)] ?? forms.other;
  return form.replaceAll('#', () => numbers.count(value));
}
